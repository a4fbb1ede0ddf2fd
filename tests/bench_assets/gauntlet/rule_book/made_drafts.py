"""Hand-made drafts, as the gates read them."""

from __future__ import annotations

from bench_assets.gauntlet.rule_book.drafts import Draft, Evidence, Part

ORDER = (
    "In what order did these happen, and on what date each: (a) Beatrice K. Okell met Quentin Yardling at the Anchor Hotel; "
    "(b) Otto Lund signed the lease of Berth 11; (c) the Harbor Board approved the dredging of Pier 14?"
)
ORDERED = "(b) March 3, 1964; (c) April 7, 1964; (a) May 1, 1965"
EVENTS = (
    "March 3, 1964: Otto Lund signed the lease of Berth 11",
    "April 7, 1964: the Harbor Board approved the dredging of Pier 14",
    "May 1, 1965: Beatrice K. Okell met Quentin Yardling at the Anchor Hotel",
)
EVENT_QUOTES = (
    "On 3 March 1964 Otto Lund signed the lease of Berth 11.",
    "The Harbor Board approved the dredging of Pier 14 on 4/7/64.",
    "Beatrice K. Okell met Quentin Yardling at the Anchor Hotel on May 1st, 1965.",
)
RECORD = "What do the documents record of Beatrice K. Okell in 1964, event by event, with the date of each?"
RECORDED = (
    "March 3, 1964: Beatrice K. Okell met Quentin Yardling at the Anchor Hotel",
    "May 1964: Beatrice K. Okell signed the lease of Berth 11 for $12,400",
)
RECORD_QUOTES = (
    "On March 3, 1964, Beatrice K. Okell met Quentin Yardling at the Anchor Hotel.",
    "In May of 1964 Okell signed the lease of Berth 11 for $12,400.",
)
WHOM = "Which people did Beatrice K. Okell meet between March and May 1964?"
PEOPLE = ("Quentin Yardling", "Otto Lund", "Ida Holm")
PEOPLE_QUOTES = (
    "Okell met Quentin Yardling on 3 March 1964.",
    "Okell met Otto Lund in April 1964.",
    "Okell saw Ida Holm on 1 May 1964.",
)


def single(question, answer="the tallow lamps", quote=None, task_id="t1", doc_id="d1", start=0):
    """A single-hop draft; its quote is its answer unless given."""
    shown = answer if quote is None else quote
    return Draft(task_id, "single_hop", question, answer, (), (Evidence(doc_id, start, start + 50, shown, shown),))


def rejected(question, task_id="t1", kind="unanswerable"):
    return Draft(task_id, kind, question)


def listed(kind, question, answer, items, quotes):
    """A draft of several parts, each shown by the one quote of its own document."""
    evidence = tuple(Evidence(f"d{at}", 0, 50, quote, quote) for at, quote in enumerate(quotes))
    parts = tuple(Part(item, (quote,)) for item, quote in zip(items, quotes, strict=True))
    return Draft("t1", kind, question, answer, parts, evidence)


def timeline(question=ORDER, answer=ORDERED, items=EVENTS, quotes=EVENT_QUOTES):
    return listed("timeline", question, answer, items, quotes)


def dossier(question=RECORD, items=RECORDED, quotes=RECORD_QUOTES):
    return listed("dossier", question, "; ".join(items), items, quotes)


def aggregation(question=WHOM, items=PEOPLE, quotes=PEOPLE_QUOTES):
    return listed("aggregation", question, "; ".join(items), items, quotes)


SOUND_LISTS = (timeline(), dossier(), aggregation())
