"""The full-screen app: map, panes, screens, themes. The only package that draws with Textual."""
