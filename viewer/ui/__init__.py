"""The window: commands, models, widgets, the job runner."""

from viewer.ui.toolkit.door import guard_classes

guard_classes()  # before any class of the window is made
