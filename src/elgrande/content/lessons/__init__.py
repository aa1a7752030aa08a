"""Lessons: positions with a script, in which a learner is asked for the right answer.

Each file is one lesson; ``script`` reads them, ``run`` leads a learner through
one. Nothing here knows a screen: a screen or a line dialogue shows the page, the
view and the decision, and hands answers back.
"""

from elgrande.content.lessons.run import LessonRun, Outcome
from elgrande.content.lessons.script import Lesson, LessonStep, lesson, lessons, read_lesson

__all__ = [
    "Lesson", "LessonRun", "LessonStep", "Outcome", "lesson", "lessons", "read_lesson",
]  # fmt: skip
