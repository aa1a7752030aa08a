"""Positions that people write and read: their format, their hands, whether they can be played."""
