"""The screens, each with what is its own: menu, new game, load, table, and what lies over it."""
