"""The window as its controllers, modes and commands see it: protocols, and what they are given."""
