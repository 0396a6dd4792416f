"""The post office: letters in, records and mails out.  No socket, no file, no clock, no chance.

A game is what replaying its log gives (`game.advance`).  A letter, a deadline or a wish of the
host's person makes records; what is to be mailed is computed from them.  The shell writes the
record first, then mails: killed between the two, the same mails are computed again.
"""
