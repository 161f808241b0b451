"""A folder of records: the list of its files, with what the head of each says."""
