"""The turn page: one offline file on which a player clicks an answer together, move by move.

It knows no rules.  Which moves can follow which is worked out here (`ahead`) from the player's own
view alone, so the page holds nothing that the view hides.
"""
