"""The window itself: tabs, desks, menus, status line, and what stands where no file is open."""
