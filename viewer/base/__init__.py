"""What has no game in it: text, bytes, files, messages, limits, jobs."""
