"""Mail in: from the bytes of a mail to what its writer asks for.

Pure: a mail's bytes are the argument, nothing is fetched and nothing is answered here.  A mail
is hostile until read: sizes are limited before parsing, every header may be broken, and only
the line that the writer typed can become a command.
"""
