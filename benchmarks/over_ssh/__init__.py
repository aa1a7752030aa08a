"""The parts of ``benchmarks/ssh.py``: what is measured of play over SSH, one file a subject."""
