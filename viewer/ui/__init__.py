"""The window: commands, models, widgets, the job runner."""
