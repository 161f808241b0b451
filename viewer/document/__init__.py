"""An open file: edits planned as operations, the one undo history, saving; the workspace."""
