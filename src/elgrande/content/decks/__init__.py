"""Decks: what a card is, a deck as a file, what is wrong with it, whether it lasts."""
