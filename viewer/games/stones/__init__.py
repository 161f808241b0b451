"""What go, Hex and Twixt share: boards of any size, stones placed on points, set-ups as text."""
