"""The shell around the office: folder, transport, clock and chance meet the pure core here."""
