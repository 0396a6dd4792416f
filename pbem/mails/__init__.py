"""Mails out: what a notice or an answer looks like as text, HTML and MIME.

Pure: everything a mail shows is in a `Mail` (the reader's own view among it), so nothing can be
shown that the view lacks.
"""
