"""Contests between bots: who plays better, by how much, and how sure that is.

``contest`` says what is played and by whom, ``pairing`` who sits where in which deal,
``game`` plays one game of it wherever it is sent, ``hall`` sends the games through any
``concurrent.futures.Executor`` and gathers them, ``record`` keeps them in a file, ``standings``,
``rating`` and ``stopping`` say what they are worth.
"""
