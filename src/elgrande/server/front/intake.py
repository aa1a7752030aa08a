"""What one connection sends, on its way from the socket to asyncssh: in pieces, and in turns.

asyncssh takes up whatever it is given at once, packet by packet, in the loop that all share, and
goes on whether the client reads the answers or not. So a connection is read in small pieces; each
waits for its turn, and nothing more is read meanwhile, nor while the client does not take what it
is sent. The client's system holds the rest.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

PIECE = 2048
"""Bytes that are read at a time; in packets as small as can be they cost some milliseconds."""


class Intake(asyncio.BufferedProtocol):
    """Stands between a transport and the protocol that it had.

    ``turn`` is given what is to be done when it is this connection's turn, and ``full`` is told
    whether its client leaves unread what it is sent.
    """

    def __init__(
        self,
        transport: asyncio.Transport,
        turn: Callable[[Callable[[], None]], None],
        full: Callable[[bool], None],
    ) -> None:
        self.taken = 0
        """Bytes that have been read."""
        self._transport = transport
        self._protocol: asyncio.Protocol = transport.get_protocol()  # type: ignore[assignment]
        self._turn = turn
        self._full = full
        self._buffer = bytearray(PIECE)
        self._piece = b""
        self._busy = False
        self._unread = False
        transport.set_protocol(self)

    def busy(self, on: bool) -> None:
        """Give the protocol nothing while it waits for somebody, or go on.

        What it is given then it would keep, and take up at once.
        """
        self._busy = on
        if self._piece and not on:
            self._turn(self._give)
        self._flow()

    def get_buffer(self, sizehint: int) -> bytearray:
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        self._piece = bytes(self._buffer[:nbytes])
        self.taken += nbytes
        self._flow()
        self._turn(self._give)

    def _give(self) -> None:
        if self._busy or self._transport.is_closing():
            return
        piece, self._piece = self._piece, b""
        if piece:
            self._protocol.data_received(piece)
        self._flow()

    def _flow(self) -> None:
        if self._piece or self._busy or self._unread:
            self._transport.pause_reading()
        else:
            self._transport.resume_reading()

    def eof_received(self) -> bool | None:
        return self._protocol.eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        self._piece = b""
        self._protocol.connection_lost(exc)

    def pause_writing(self) -> None:
        self._unread = True
        self._flow()
        self._full(True)

    def resume_writing(self) -> None:
        self._unread = False
        self._flow()
        self._full(False)
