"""The panes around the map: each a pure function to rows, and a widget that shows them.

Panes know a View, a Decision and a Guide, and nothing of tables, chairs or files.
"""
