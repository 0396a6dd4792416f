"""Playing now, one person against bots: at the terminal or in the browser."""
