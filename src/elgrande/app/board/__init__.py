"""What is seen of a game: its words, its map, its scorings, and the board that shows them."""
