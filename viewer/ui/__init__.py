"""The window: commands, models, widgets, the job runner."""

from viewer.paint.pyside import import_plainly  # first: imports of all other modules get quicker
from viewer.ui.toolkit.door import guard_classes

import_plainly()
guard_classes()  # before any class of the window is made
