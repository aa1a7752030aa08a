"""What is seen of a game: its words, its map, its log, its forecast."""
