"""The map as data: drawings of the land, what expansions add to them, and the walk of the arrows.

``chart`` reads a drawing, ``additions`` what an expansion's ``map.toml`` adds to it, ``charts``
puts both together for a game and checks that every target is drawn; ``walk`` leads the arrows.
"""
