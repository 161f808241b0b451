"""What go, Hex and Twixt share: boards of any size, stones put on their points, set-ups as text."""
