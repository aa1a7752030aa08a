"""Lift a save of an older format to the one that this program writes: bytes to bytes, no file."""

from elgrande.saves.formats import FORMATS, Document, Formats
from elgrande.saves.journal import Journal, render_header, render_record


def upgrade(journal: Journal, formats: Formats = FORMATS) -> bytes:
    """Return the bytes of the same save in the current format.

    The steps are applied one after the other; a step that drops or adds a record sees to it that
    the numbers in undo and redo records still mean the same. What a crash left of a last record is
    left out. Raises ``ValueError`` with a phrase if a step is missing or its result is no save.
    """
    document = Document(
        journal.rules,
        dict(journal.header),
        tuple((record.kind, record.fields) for record in journal.records),
    )
    for version in range(journal.format, formats.current):
        if version not in formats.steps:
            raise ValueError(f"there is no step from save format {version} to {version + 1}")
        document = formats.steps[version](document)
    schema = formats.schemas[formats.current]
    parts = [render_header(document.rules, document.header, formats)]
    parts += [
        render_record(n, kind, fields, schema)
        for n, (kind, fields) in enumerate(document.entries, 1)
    ]
    return b"".join(parts)
