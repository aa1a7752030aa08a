"""The server: many tables in one process, every seat its own view.

It is a package beside the app and never imports it; what both know is in ``elgrande.lobby`` and
``elgrande.table.wire``. Two processes and a socket between them:

- ``host`` owns tables, journals, bots and the lobby's index. It listens on the control socket
  (``control``), a Unix socket in its folder. It opens no port and knows no key but fingerprints.
- ``front`` (asyncssh, nowhere else) takes connections, finds out whose key it is, and starts a
  child for each terminal. For each it makes a socketpair, hands one end with the person's
  fingerprint to the host (``control.enter``) and the other end to the child. A child cannot say
  who it is, and there is no path that it could connect to.

Around both: ``supervise`` starts them for ``elgrande serve``, ``alone`` sees to it that there is
one server a folder, ``events`` writes the log and tells a service manager.

Inside the front: ``doors`` (what may follow ``ssh HOST``), ``caps`` and ``limits``, ``visitor``
(what a client says, made harmless), ``hostkey``, ``reception`` (the host, asked without waiting),
``streams`` (terminals and pipes), ``starter`` (its end of the forkserver). A process of its own
is the ``forkserver``, and every session a ``child`` of it; what they run, the command line says
(``served``).

Inside the host:

- ``options``: what the sysop chooses. ``control``: the socket for front and admin, both ends.
- ``session``: one line of one person, its messages to lobby and tables. ``present``: all of them.
- ``lobby``: games from wish to rematch. ``listing``: how somebody sees them.
- ``index``: ``lobby.sqlite``, its schema and questions;
  ``people``: keys, codes, guests; ``names``: what nobody may be called;
  ``reindex``: the index made again from the saves.
- ``loaded``: the games in memory, and when they leave it. ``bot_pool``: workers for all bots.
- ``clocks``: who is late. ``talk``: what is said. ``on_turn``: the sysop's command.
- ``admin``: who, games, kick, ban, wall, drain, stats, rekey, reindex.
"""
