"""A test-only expansion: it edits no file of the base game, and bends it everywhere.

``expansion`` holds the edits, ``steps`` and ``effects`` what it adds to the rules, the ``.toml``
files its cards and the rules to be looked up. The tests of this folder say what each of its
mechanisms does; the API test and the properties play it to the end. It is called the seam, after
what it proves.

Names and numbers are invented: no rule document speaks of any of it.
"""

from seam.expansion import LATE, SEAM

__all__ = ["LATE", "SEAM"]
