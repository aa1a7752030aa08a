"""The commands: ``NAME_arguments`` declares, ``run_NAME`` carries out; see ``main.COMMANDS``."""
