"""What opens on top of a screen and closes again with an answer."""
