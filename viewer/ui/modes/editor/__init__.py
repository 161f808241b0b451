"""The position editor: a mode of the desk in which a position is put together by hand."""
