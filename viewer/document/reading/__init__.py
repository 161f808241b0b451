"""Going through one record: where somebody stands, what is found, what it holds."""
