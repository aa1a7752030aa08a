"""The map on the screen: scene, pure drawing, and the Textual pane.

The charts are content (``elgrande.content.map``). ``scene`` says what stands where in a position,
``draw`` and ``label`` turn chart and scene into rows of text with roles and know no Textual; only
``pane`` does.
"""
