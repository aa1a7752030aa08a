"""What makes a shell complete our command lines."""

from __future__ import annotations

import argparse

from elgrande.cli.completion import SHELLS


def completion_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("shell", choices=SHELLS, help="the shell that you type in")


def run_completion(options: argparse.Namespace) -> int:
    """Print what makes your shell complete commands, options, saves, editions and bots by Tab.

    For bash, put this line into ~/.bashrc, for zsh into ~/.zshrc behind compinit:
    eval "$(elgrande completion bash)", or zsh. For fish, once: elgrande completion fish >
    ~/.config/fish/completions/elgrande.fish
    """
    from argcomplete.shell_integration import shellcode

    print(shellcode(["elgrande"], shell=options.shell))
    return 0
