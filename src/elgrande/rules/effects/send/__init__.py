"""Sending caballeros back to the provinces (stack 2; FACTS 1.2)."""

from elgrande.rules.effects.send.chosen import (
    EachSends,
    EachSendsFrame,
    SendOneEach,
    SendOneEachFrame,
)
from elgrande.rules.effects.send.disks import CarrySend, CarrySendFrame, DiskSend, DiskSendFrame
from elgrande.rules.effects.send.dismiss import Dismiss, DismissFrame

__all__ = [
    "CarrySend", "CarrySendFrame", "DiskSend", "DiskSendFrame", "Dismiss", "DismissFrame",
    "EachSends", "EachSendsFrame", "SendOneEach", "SendOneEachFrame",
]  # fmt: skip
