"""What a visitor of a server has: its lobby, waiting rooms and tables, full-screen or line by line.

It uses the app and the line dialogue, which know nothing of it, and whatever it shows comes from a
``LobbyClient``: it opens no file. ``served_app`` is the full-screen app, ``plain_lobby`` the line
dialogue, ``warm`` what is loaded for both before anybody comes.
"""
