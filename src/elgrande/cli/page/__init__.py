"""A game as one page to send round: ``evening`` has its stops, ``cells`` draws, ``page`` is HTML.

``page.html``, ``page.css`` and ``page.js`` are what it looks like; it asks nobody for anything.
"""
