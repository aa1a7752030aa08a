"""The command line: its commands in ``commands``, the line dialogue in ``plain``.

``main`` reads the global options and imports only the command that was asked
for, so that ``--help`` and ``show`` never wait for the screen.
"""
