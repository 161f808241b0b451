"""The subcommands of `qipu`, a module or more each. No Qt of their own."""
