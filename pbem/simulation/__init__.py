"""Many games between bots, counted, drawn and told."""
