"""The commands, a file each: ``arguments(parser)`` declares, ``run(options)`` does it."""
