"""Whom a text shows in a public office: the people whom questions may be about, besides the targets.

Belongs here: reading names with their offices from one text. Does not: how many texts must agree (the drafting stage).
"""

from __future__ import annotations

from bench_resources.reader.draft_entities import vocabulary
from bench_resources.reader.draft_posts import inline_posts, signature_posts, titled_people

_MIN_NAME_WORDS = 2


def office_holders(text: str) -> set[str]:
    """Full names that a text gives right beside a public office, such as "Jane Doe" of "Senator Jane Doe"."""
    known = vocabulary("", [])
    posts = [*inline_posts(text, known), *signature_posts(text, known)]
    names = {name.removeprefix("Mr. ") for name in (*titled_people(text), *(post.name for post, _ in posts))}
    return {name for name in names if len(name.split()) >= _MIN_NAME_WORDS}
