"""The window: commands, models, widgets, the job runner."""

import viewer.paint  # noqa: F401  # first: it makes the imports of all other modules quicker
from viewer.ui.toolkit.door import guard_classes

guard_classes()  # before any class of the window is made
