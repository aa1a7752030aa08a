"""The content: editions, decks, boards, texts, and what turns them into a game.

``editions`` holds the data, a folder an edition. ``expansion`` is the contract of an
expansion, ``display`` what one shows. ``setup``
compiles a Setup to a Ruleset and lays a game out, ``positions`` writes positions and reads
them back, ``reference`` holds the rules to be looked up and ``lesson`` teaches them,
``documents`` knows the titles of what they cite, ``words`` puts events and
decisions into English, ``clean`` is the one function that all text from outside
passes.
"""
