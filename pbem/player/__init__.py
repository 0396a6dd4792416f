"""A player's own side, for those who sign their moves: mails in, signed replies out.

Keys and secrets lie in a folder of the player's own; nothing is sent unless it is asked for.
"""
