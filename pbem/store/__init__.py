"""The host's folder on disk: logs, views, keys and the notebook.  The thin shell around the office.

Whatever is written survives being killed at any instant: a log line is one write and one fsync,
a file is replaced whole, and the notebook is a SQLite file.
"""
