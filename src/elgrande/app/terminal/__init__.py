"""What lies below our screens: the terminal, and what Textual lacks."""
