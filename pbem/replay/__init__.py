"""Games played again as a file tells them: scenarios, traces, the examples of rulebooks."""
