"""What is signed and how: canonical JSON, keys, records, views, tokens, the deal, proofs.

Pure: bytes and values in, bytes and values out.  No file, no clock, no random source; keys,
salts and times are arguments.  The numbers it has to give stand in the protocol's vectors.
"""
