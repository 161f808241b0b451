"""The tab of a library: what is searched, the hits, the one that is looked at."""
