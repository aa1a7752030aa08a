"""The server: many tables in one process, every seat its own view.

Nothing imports it: the command line finds ``COMMANDS`` by its entry point, as it would those of any
package, and without ``server``, ``visitor`` and ``lobby`` the rest plays on. Two processes and a
socket between them:

- ``host`` owns tables, journals, bots and the lobby's index. It listens on the control socket
  (``control``), a Unix socket in its folder. It opens no port and knows no key but fingerprints.
- ``front`` (asyncssh, nowhere else) takes connections, finds out whose key it is, and starts a
  child for each terminal. For each it makes a socketpair, hands one end with the person's
  fingerprint to the host (``control.enter``) and the other end to the child. A child cannot say
  who it is, and there is no path that it could connect to.

Around both: ``supervise`` starts them for ``elgrande serve``, one server a folder; ``events``
writes the log, and tells a service manager and people who are waited for.

Inside the front: ``request`` (what a visitor asks for, made harmless), ``limits``, ``hostkey``,
``front.intake`` (what a connection sends, in small pieces and in turns), ``front.processes`` (its
ends of the forkserver and of a session's streams). A process of its own is the ``forkserver``, and
every session a copy of it, locked in by ``confinement``; what they run is ``served``, which alone
knows the app, by ``elgrande.visitor``.

Inside the host:

- ``control``: the socket for front and admin, both ends. ``limits``: what the sysop chooses.
- ``session``: one line of one person, its messages to lobby and tables. ``rooms``: all of them, and
  what they say. ``fair_queue``: whose question is answered next;
  the front asks it, too, whose connection is read and whose session starts.
- ``gathering``: games from a wish until they begin. ``lobby``: those that are played. ``listing``:
  how somebody sees them.
- ``index``: ``lobby.sqlite``, its schema and questions; ``people``: keys, codes, names, guests;
  ``reindex``: the index made again from the saves.
- ``loaded``: the games in memory, and when they leave it; ``commits``: their answers on the way to
  the disk. ``bot_pool``: workers for all bots. ``analyses``. ``clocks``: who is late.
- ``admin``: who, games, kick, ban, wall, drain, stats, rekey, reindex.
"""

COMMANDS = {
    "admin": (
        "elgrande.server.commands",
        "ask or tell a server that runs: who, games, kick, ban, wall, drain, stats",
    ),
    "serve": ("elgrande.server.commands", "serve games over SSH, for friends in other places"),
}
"""As those of the command line (``elgrande.cli.main``)."""
