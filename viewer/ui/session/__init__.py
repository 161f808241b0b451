"""The record that a tab shows: where one stands in it, and how it is named and told."""
