"""The screens, one a file: menu, new game, load, the table, and what lies over it."""
