"""The screens, each with what is its own: menu, new game, load, the table, and what lies over it."""
