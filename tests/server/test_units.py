"""The units of systemd: what they start is understood, and systemd takes them."""

from __future__ import annotations

import argparse
import os
import shlex
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

if os.name != "posix":
    pytest.skip("the server is for Unix", allow_module_level=True)

from elgrande.server import commands as serve
from patience import PATIENCE

UNITS = sorted((Path(__file__).parents[2] / "docs" / "server").glob("*.service"))
PROGRAM = "/opt/elgrande/bin/elgrande"


def values(unit: Path) -> dict[str, str]:
    """What stands in a unit, long lines joined; of what stands twice the last."""
    text = unit.read_text(encoding="utf-8").replace("\\\n", " ")
    return dict(line.split("=", 1) for line in text.splitlines() if line[:1].isalpha())


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_what_a_unit_starts_is_understood(unit: Path) -> None:
    found = values(unit)
    program, folder, home, command, *words = shlex.split(found["ExecStart"])
    assert (program, folder, command) == (PROGRAM, "--data-dir", "serve")
    assert home == f"/var/lib/{found['StateDirectory']}"
    parser = argparse.ArgumentParser()
    serve.serve_arguments(parser)
    options = parser.parse_args(words)
    assert unit.stem == f"elgrande-{options.part}"
    assert options.control == "/run/elgrande"


def test_host_and_front_are_two_users_and_only_one_has_the_saves() -> None:
    front, host = map(values, UNITS)
    assert host["User"] != front["User"]
    assert f"--front-user {front['User']}" in host["ExecStart"]
    assert front["SupplementaryGroups"] == host["Group"]
    assert (host["StateDirectoryMode"], host["RuntimeDirectoryMode"]) == ("0700", "0750")
    assert front["InaccessiblePaths"] == f"/var/lib/{host['StateDirectory']}"
    assert host["PrivateNetwork"] == "yes"


def test_systemd_takes_the_units(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("there is no systemd-analyze here")
    copies = []
    for unit in UNITS:
        copies.append(tmp_path / unit.name)
        # What is started has to be there.
        text = unit.read_text(encoding="utf-8").replace(PROGRAM, sys.executable)
        copies[-1].write_text(text, encoding="utf-8")
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *map(str, copies)], check=False,
        capture_output=True, text=True,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")


def test_each_part_tells_its_manager_that_it_is_ready_and_lives(folder: Path) -> None:
    """Without systemd: the socket is a test's."""
    pytest.importorskip("asyncssh", reason="the extra elgrande[ssh] is not installed")
    for part in ("host", "front"):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
            manager.settimeout(PATIENCE)
            path = folder / f"notify-{part}"
            manager.bind(str(path))
            process = subprocess.Popen(
                [sys.executable, "-P", "-m", "elgrande", "--data-dir", str(folder), "serve",
                 "--part", part, "--as-root", "--control", str(folder / "c"), "--port", "0"],
                stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                env={**os.environ, "NOTIFY_SOCKET": str(path)},
            )  # fmt: skip
            try:
                said = {manager.recv(100), manager.recv(100)}
            finally:
                process.terminate()
                process.wait(PATIENCE)
        assert said == {b"READY=1", b"WATCHDOG=1"}, part
