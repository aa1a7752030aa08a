"""The map of Iberia: grids (`charts/`), loader, scene, pure drawing and the Textual pane.

`chart` reads and checks a grid, `scene` says what stands where, `draw` turns the
two into rows of text with roles and knows no Textual; only `pane` does.
"""
