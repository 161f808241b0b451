"""The window itself: tabs, desks, menus, status line, welcome page."""
