"""Building a library: finding its files, reading them in processes, sorting what was read into tables."""
