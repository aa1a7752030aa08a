"""The map as data: ``chart`` reads a drawing, ``additions`` adds to it, ``charts`` has a game's."""
