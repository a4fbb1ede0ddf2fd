"""Facts that a passage states, drafted by sentence and header patterns: the embedded reader's answer to `facts`.

Belongs here: which kinds of fact are asked and how each question is worded. Does not: reading text (draft_sentences),
names (draft_entities), clauses (draft_clauses), headers (draft_headers). Nothing here is used to answer questions: the
reader's answering must disagree when a fact changes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from bench_resources.prompting import AnswerType, Fact
from bench_resources.reader import draft_clauses as clauses
from bench_resources.reader import draft_lexicon as lexicon
from bench_resources.reader.draft_apposition import dated_documents, dated_events
from bench_resources.reader.draft_clauses import Clause
from bench_resources.reader.draft_correspondence import correspondence_facts
from bench_resources.reader.draft_dates import is_calendar_date
from bench_resources.reader.draft_definite import is_about_another, is_definite
from bench_resources.reader.draft_dialogue import exchange_facts, motion_facts
from bench_resources.reader.draft_entities import (
    NAMED,
    SPECIFIC,
    Kind,
    Unit,
    Vocabulary,
    expansions,
    initials_match,
    units,
    vocabulary,
)
from bench_resources.reader.draft_headers import cover_facts, header_facts, listed_facts
from bench_resources.reader.draft_posts import (
    inline_posts,
    post_draft,
    post_fact,
    posts_of,
    signature_posts,
    titled_people,
)
from bench_resources.reader.draft_relations import relations
from bench_resources.reader.draft_sentences import Sentence, join_lines, sentences, zipf
from bench_resources.reader.draft_statements import (
    LAWS,
    ONCE,
    Draft,
    clause_statements,
    is_law_name,
    law_head,
    law_name,
    opening_law,
    row_statements,
    with_opening,
)
from bench_resources.reader.draft_things import FIRST_WORDS, LAST_WORDS
from bench_resources.reader.draft_works import work_facts

MAX_QUESTION_WORDS = 34
MIN_TAIL_WORDS = 3
MANY_WORDS, SOME_WORDS = 7, 5  # that tell a deed from others: alone, and beside one name
MIN_TOLD = 2  # names beside a deed whose doer is a body that anybody would guess
MIN_WHO_WORDS = 8  # of a deed that names nothing else, for one doer to be meant
_EVERYDAY_ZIPF = 3.75  # anybody can spell out an acronym this common without the document
_WELL_KNOWN_ZIPF = 3.25  # an acronym this common needs no spelling out
_POSSESSIVES = frozenset({"his", "her", "its", "their"})  # speakable_part let in only those that mean the subject
_PLACING = frozenset(
    (
        "held met convened established located opened landed stationed assigned based headquartered signed born "
        "arrived conducted visited began launched built sank moved"
    ).split()
)
_SEATED = frozenset({"headquartered", "located", "established", "based", "built", "launched", "signed"})
_PRIVATE = re.compile(
    r"\b(?:born|birth|residen|(?:his|her|their|home|street|mailing) address|address of|phone number|married|wife|"
    r"husband|divorc|son|daughter|illness|disease|"
    r"hospital|pregnan|medical|arrested|convicted|sentenced|apartment|prostitut|girlfriend|mistress|homosexual|"
    r"alcohol|drunk|suicide)\w*\b",
    re.IGNORECASE,
)


# A sentence with one of these reports a doubt, a wish or a denial, not a fact.
_HEDGE = re.compile(
    r"(?i)\b(?:alleg\w+|rumou?r\w*|claim(?:s|ed|ing)? (?:that|to|by|he|she|it|they)|claimed|den(?:y|ied|ies)|false\w*|"
    r"hoax|purport\w*|suppos\w+|hypothe\w+|whether|might|possib\w+|probab\w+|unconfirmed|stor(?:y|ies)|impression|"
    r"to the effect|planned|plans to|propos(?:es|ed|ing)|unless|if|would|should|could|may(?! \d)|not|never|no|nor|"
    r"apparent\w*|presum\w+|appear(?:s|ed)? (?:to|that)|seem\w*|attempt(?:s|ed|ing)?|want(?:s|ed)|recall\w*|"
    r"believ\w+|doubt\w*|questionable|questioned|was to|were to|is to|are to)\b"
)
_DECIDING = frozenset({"denied", "proposed"})
_BAD_ENDING = re.compile(
    r"(?i)(?:\b(?:in|at|by|to|with|of|from|for|on) (?:in|at|by|with|of|from|for|on)\b|\bto (?:from|of|by)\b|"
    r"\bat \d+\?$|\b(?:a|an|the|of|and|or|as) ?\?$|[,;:-] ?\?$|,\s*to\b)"
)


# "the female and the leader", "the postponement": nobody and nothing that a reader could look up.
_VAGUE = re.compile(
    r"\b(?:[Tt]he|[Oo]ne|[Aa]nother|[Ss]ome|[Tt]wo|[Ss]everal) (?:[a-z-]+ )?(?:man|men|woman|women|female|male|"
    r"leader|person|persons|individual|individuals|source|sources|agent|agents|informant|informants|staffer|friend|boy|girl|"
    r"subject|spokesman|caller|visitor|stranger)\b(?! of\b)"
    r"|\bthe (?:postponements?|matter|case|documents?|materials?|information|request|problem|situation|issue|meeting|"
    r"report|memorandum|letter|cable|list|group|project|operation|plan|party|house|files?|records?|identity|decision|incident|"
    r"event|committee|agency|bureau|station|board|item|action|procedure|amount|sum|money|individuals|things?)"
    r"(?=\?| (?:until|during|with [a-z]|(?:on|in) (?:\d|[A-Z][a-z]+ \d)))"
)


def find_facts(
    passage: str, *, is_document_start: bool, names: Sequence[str], officials: Sequence[str] = ()
) -> list[Fact]:
    """Facts of a passage, in the order of their quotes, each question once.

    Args:
        passage: text that starts at a line or sentence boundary.
        is_document_start: whether the passage opens the document; further down a header must carry its date.
        names: canonical names of people and bodies who may be asked about.
        officials: people in public office, whom a question may name but not be about.
    Returns: empty for text in which nothing stands alone. Every quote is a substring of the passage.
    """
    known = _with_letters(vocabulary(passage, names, officials))
    posts = [*signature_posts(passage, known), *inline_posts(passage, known)]
    found = [fact for post, quote in posts if (fact := post_fact(post, quote, known)) is not None]
    # Whoever the passage shows in a public office may be named in questions about it.
    shown = {*(post.name for post, _ in posts), *titled_people(passage)}.difference(names, officials)
    known = _with_letters(vocabulary(passage, names, [*officials, *sorted(shown)])) if shown else known
    found.extend(header_facts(passage, known, is_document_start=is_document_start))
    found.extend(cover_facts(passage, known))
    found.extend(listed_facts(passage, known))
    found.extend(correspondence_facts(passage, known))
    found.extend(work_facts(passage, known))
    found.extend(exchange_facts(passage, known))
    found.extend(motion_facts(passage, known))
    found.extend(_expansion_facts(passage))
    before: Sentence | None = None
    familiar = known.familiar | {word for name in known.people for word in name}
    for sentence in sentences(passage, familiar):
        if _NOBODY.match(sentence.text):
            before = sentence
            continue
        found.extend(_sentence_facts(passage, sentence, before, known))
        before = sentence
    permitted = [fact for fact in found if is_definite(fact) and not is_about_another(fact, known)]
    return list({fact.question: fact for fact in reversed(permitted)}.values())[::-1]


def _with_letters(known: Vocabulary) -> Vocabulary:
    """The vocabulary with the letters of listed bodies as acronyms: what they stand for is no riddle."""
    return known._replace(acronyms=known.acronyms | _listed_letters(known))


def _listed_letters(known: Vocabulary) -> frozenset[str]:
    """The initials of listed bodies, where one body alone has them: as good as spelt out."""
    letters = ["".join(word[0] for word in body if word not in _SMALL_WORDS).upper() for body in known.organisations]
    return frozenset(one for one in letters if letters.count(one) == 1 and len(one) >= _MIN_LISTED)


_SMALL_WORDS = frozenset("of the on and for in to".split())
_MIN_LISTED = 3


# Nobody public can be the subject, and no document is dated: half of the sentences of letters and testimony.
_NOBODY = re.compile(r"(?:I|We|You|They|My|Our|Your|Their|There|It|What|How|Why)\b(?!.*\b(?:1[789]|20)\d\d\b)")


def _sentence_facts(passage: str, sentence: Sentence, before: Sentence | None, known: Vocabulary) -> Iterator[Fact]:
    if _PRIVATE.search(sentence.text):
        return
    row = units(_SPECKS.sub("", sentence.text), known)
    he = _person_before(passage, sentence, before, known) if any(u.text in {"He", "She"} for u in row) else None
    start = before.start if he and before else sentence.start
    quote = passage[start : sentence.end]
    for subject, (question, answer, kind, salience) in _drafts(row, he, known):
        if (
            _BAD_ENDING.search(question)
            or _VAGUE.search(question)
            or _repeats_name(question, row)
            or question.rstrip("?").split()[-1] in lexicon.NATIONALITIES
        ):
            continue
        if kind is AnswerType.DATE and len(answer.split()) > 2 and not is_calendar_date(answer):
            continue
        if (
            len(question.split()) <= MAX_QUESTION_WORDS
            and answer in join_lines(quote)
            and answer.lower() not in question.lower()
        ):
            yield Fact(
                subject=subject,
                question=question,
                answer=answer,
                answer_type=kind,
                quote=quote,
                salience=salience,
                form="sentence",
            )


# A mark of the scan that stands alone between words, or an apostrophe behind a word that no "s" ends.
_SPECKS = re.compile(r"(?<=[a-z\d,]) [‘’'`~|*]{1,2}(?= [a-zA-Z])|(?<=[a-rt-z])[‘’`](?= [a-z(])")


def _repeats_name(question: str, row: Sequence[Unit]) -> bool:
    """Whether a name of several words stands twice: a short form was spelt out where it already had been."""
    return any(u.kind in NAMED and " " in u.name and question.count(u.name) > 1 for u in row)


def _drafts(row: Sequence[Unit], he: Unit | None, known: Vocabulary) -> Iterator[tuple[str, Draft]]:
    for whole in clauses.clauses_of(row, he):
        if _is_hedged(row, whole) or _is_cryptic(whole, known) or _has_either_date(whole):
            continue
        rest = clauses.speakable_part(whole.rest, clauses.possessives_of(whole))
        clause = whole._replace(rest=rest, more=whole.more if rest == whole.rest else ())
        subject = clauses.subject_text(clause)
        if clauses.is_subject_public(clause):
            yield from ((subject, made) for made in opening_law(row, clause))
            yield from ((subject, made) for made in _from_how_many(whole))
            for draft in _CLAUSE_DRAFTS:
                yield from ((subject, made) for made in draft(clause))
        if he is None:
            yield from ((subject, made) for made in (*_who(clause), *_how_many_did(clause)))
    if not _HEDGE.search(_plain_words(row)):
        yield from row_statements(row)
        yield from _known_relations(row, known)
    yield from (made for post in posts_of(row) if (made := post_draft(post, known)) is not None)
    yield from dated_documents(row)
    yield from dated_events(row)


def _has_either_date(clause: Clause) -> bool:
    """As in "for November or December 1963": a question with such a date names no one time."""
    return any(a.text == "or" and b.kind in {Kind.DATE, Kind.MONTH} for a, b in pairwise(clause.rest))


def _known_relations(row: Sequence[Unit], known: Vocabulary) -> Iterator[tuple[str, Draft]]:
    for subject, made in relations(row, known.seen):
        if not _are_cryptic([u for u in row if u.name in subject.split()], known):
            yield subject, made


def _is_cryptic(clause: Clause, known: Vocabulary) -> bool:
    """Whether the subject is letters that neither the passage nor common use spells out."""
    return _are_cryptic(clause.subject, known)


def _are_cryptic(units_: Sequence[Unit], known: Vocabulary) -> bool:
    letters = [u.name.removesuffix("'s") for u in units_ if u.kind is Kind.ACRONYM]
    return any(word not in known.acronyms and zipf(word.lower()) < _WELL_KNOWN_ZIPF for word in letters)


def _is_hedged(row: Sequence[Unit], clause: Clause) -> bool:
    """Whether a doubt, wish or denial stands in the clause or before it in its sentence.

    A capitalised "Claims" is a name; and whoever denies an application decides.
    """
    end = clause.rest[-1].end if clause.rest else clause.subject[-1].end
    words = _plain_words([u for u in row if u.start < end and not (u.text == clause.past and u.text in _DECIDING)])
    return _HEDGE.search(words) is not None


def _plain_words(row: Sequence[Unit]) -> str:
    return " ".join(u.text for u in row if u.kind in {Kind.WORD, Kind.MARK} or u.start == 0)


def _person_before(passage: str, sentence: Sentence, before: Sentence | None, known: Vocabulary) -> Unit | None:
    """Whom "He" means: the one person that the sentence right before names, as its subject."""
    if before is None or passage[before.end : sentence.start].strip(' \n"”)'):
        return None
    row = units(before.text, known)
    people = [u for u in row if u.kind is Kind.PERSON]
    is_alone = len({u.name for u in people}) == 1 and not any(u.kind is Kind.UNKNOWN for u in row)
    return people[0] if is_alone and people[0] in row[:5] and not re.search(r"['’]s?$", people[0].name) else None


def _salience(clause: Clause) -> int:
    kinds = {u.kind for u in (*clause.subject, *clause.rest)}
    return 4 if Kind.PERSON in kinds else 3


def _tail(units_: Sequence[Unit]) -> bool:
    """Whether what follows the verb says enough to tell this act from others."""
    trimmed = clauses.trim(units_)
    return clauses.is_speakable(trimmed, _POSSESSIVES) and len(clauses.words_of(trimmed).split()) >= MIN_TAIL_WORDS


def _tells_apart(clause: Clause, rest: Sequence[Unit]) -> bool:
    """Whether an act is told from others of its kind: by something named, or by many words."""
    kinds = {u.kind for u in rest}
    n_words = len(clauses.words_of(clauses.trim(rest)).split())
    is_personal = any(u.kind is Kind.PERSON for u in clause.subject)
    n_specific = clauses.specifics(rest)
    return (
        n_words >= MANY_WORDS
        or (n_words >= SOME_WORDS and n_specific > 0)
        or (is_personal and n_specific > 0 and kinds & SPECIFIC != {Kind.PERSON})
        or Kind.ORGANISATION in kinds
        or Kind.THING in kinds
        or (Kind.PERSON in kinds and n_specific > 1)
    )


def _when(clause: Clause) -> Iterator[Draft]:
    """As in "On what date did X do Y?" from the date that belongs to the main verb, whatever dates follow it."""
    if clause.auxiliary in {"is", "are", "have"} or _is_look_up(clause):
        return
    if clause.opening:
        asked, rest = clause.opening, clause.rest
    else:
        at, start = _date_of(clause.rest)
        if at < 0:
            return
        following = clause.rest[at + 1 : at + 2]
        after = () if following and following[0].text in {"and", ";"} else clause.rest[at + 1 :]
        asked, rest = clause.rest[at], (*clause.rest[:start], *after)
    rest = _to_second_date(rest)
    if clause.opening and not _is_enough(clause, rest) and _is_telling(clause.more):
        rest = (*rest, *clause.more)
    if not _is_enough(clause, rest):
        return
    yield (
        clauses.ask(_when_words(asked), clause, rest),
        asked.text,
        AnswerType.DATE,
        _salience(clause) + (clauses.specifics(rest) > 0),
    )


def _is_look_up(clause: Clause) -> bool:
    """Whether records were looked into, which is done again and again."""
    return clause.past in _LOOKING and bool(_RECORDS & {u.text for u in clause.subject})


_LOOKING = frozenset({"checked", "reviewed", "examined", "searched"})
_RECORDS = frozenset({"records", "files", "indices", "file"})


def _is_telling(more: Sequence[Unit]) -> bool:
    """Whether a second deed tells the first from others of its kind."""
    is_told = len(more) > MANY_WORDS or clauses.specifics(more) > 0
    return bool(more) and is_told and clauses.is_speakable(more, _POSSESSIVES)


def _is_enough(clause: Clause, rest: Sequence[Unit]) -> bool:
    return (_tail(rest) and _tells_apart(clause, rest)) or _happens_once(clause, rest)


def _date_of(rest: Sequence[Unit]) -> tuple[int, int]:
    """Where the main verb's date stands and its phrase starts: "on 3 May 1961", "in the fall of 1961"; -1 for none."""
    at = next((i for i, u in enumerate(rest) if u.kind in {Kind.DATE, Kind.MONTH}), -1)
    if at == 0 and rest[0].kind is Kind.DATE and [u.text for u in rest[1:2]] in (["at"], ["in"]):  # "held 5/3/61 at"
        return 0, 0
    if at < 1 or not clauses.is_whole_date(rest, at):
        return -1, 0
    start = at - 1
    words = [u.text for u in rest[max(0, at - 4) : at]]
    if words[-3:] and words[-1] == "of" and words[-2] in _SEASONS and words[:2] == ["in", "the"]:
        start = at - 4
    elif words[-1] in {"early", "late"} and words[-2:-1] == ["in"]:
        start = at - 2
    following = rest[at + 1 : at + 3]
    is_list = len(following) > 1 and following[0].text in {",", "and"} and following[1].kind in {Kind.DATE, Kind.MONTH}
    if rest[start].text not in {"on", "in"} or not clauses.is_simple(rest[:start]) or is_list:
        return -1, 0
    if following and following[0].text not in _AFTER_DATE:
        return -1, 0
    return at, start


_SEASONS = frozenset("spring summer fall autumn winter".split())


def _to_second_date(rest: Sequence[Unit]) -> tuple[Unit, ...]:
    """The rest up to the phrase of another date: a question for a day is clearer without a second one."""
    at = next((i for i, u in enumerate(rest) if u.kind in {Kind.DATE, Kind.MONTH}), None)
    if at is None or at < 2 or rest[at - 1].text not in {"on", "in", "of", "dated", "during", "since", "until"}:
        return tuple(rest)
    if rest[at - 1].text in {"dated", "of"}:  # a letter's own date is part of its name
        return tuple(rest)
    return tuple(rest[: at - 1])


# Done every day: only its day tells one from another.
_TALKING = frozenset(
    "contacted called met told saw wrote talked telephoned phoned informed advised visited interviewed briefed asked "
    "approached questioned notified".split()
)
_AFTER_DATE = frozenset("at in by to with for , from between during and ; under before".split())


_LEAVING = frozenset({"defected", "resigned", "retired"})
_STARTING = frozenset("ceased ended began started expired lapsed occurred terminated".split())


def _happens_once(clause: Clause, rest: Sequence[Unit]) -> bool:
    """As in "the Grain Board was abolished": what befalls a named body or thing once needs no more words."""
    is_whole = any(
        u.kind in {Kind.ORGANISATION, Kind.THING} and len(u.name.split()) > 1 and u.name == u.text
        for u in clause.subject
    )
    if not rest and clause.past in _LEAVING and not clause.auxiliary and len(clause.subject) == 1:
        return clause.subject[0].kind is Kind.PERSON and " " in clause.subject[0].name
    if not rest and clause.past in _STARTING and not clause.auxiliary:
        return clauses.specifics(clause.subject) >= MIN_TOLD
    is_passive = clause.auxiliary in {"was", "were"} or clause.past in {"sank", "opened", "closed"}
    return is_whole and is_passive and clause.past.split()[-1] in ONCE and clauses.is_speakable(clauses.trim(rest))


def _when_words(unit: Unit) -> str:
    if unit.kind is Kind.DATE:
        return "On what date"
    return "In what year" if unit.text.isdigit() else "In what month and year"


def _under_what(clause: Clause) -> Iterator[Draft]:
    """As in "Pursuant to which order was X designated?" from the one order, law or resolution that the clause names."""
    for at in range(1, len(clause.rest) - 1):
        law, number = clause.rest[at], clause.rest[at + 1]
        if law.text not in LAWS or number.kind is not Kind.NUMBER:
            continue
        how = " ".join(u.text for u in clause.rest[max(0, at - 2) : at] if u.text in {"pursuant", "to", "by", "under"})
        rest = (*clause.rest[: at - len(how.split())], *clause.rest[at + 2 :])
        if how in {"pursuant to", "by", "under"} and clause.auxiliary and clauses.is_speakable(clauses.trim(rest)):
            opening = f"{'By' if how == 'by' else 'Under'} which {law_name(law.text)}"
            yield clauses.ask(opening, clause, rest), f"{law.text} {number.text.rstrip(',')}", AnswerType.IDENTIFIER, 3


def _how_much(clause: Clause) -> Iterator[Draft]:
    """As in "How much money did X approve for Y?" where a sum is the verb's object."""
    at = 1 if clause.rest and clause.rest[0].text in {"approximately", "about", "only", "nearly", "over"} else 0
    if (
        len(clause.rest) <= at
        or clause.auxiliary in {"was", "were", "is", "are"}
        or clause.rest[at].kind is not Kind.MONEY
        or sum(u.kind is Kind.MONEY for u in clause.rest) != 1
    ):
        return
    rest = clause.rest[at + 1 :]
    if _tail(rest):
        yield clauses.ask("How much money", clause, rest), clause.rest[at].text, AnswerType.MONEY, 4


def _how_many(clause: Clause) -> Iterator[Draft]:
    """As in "How many pages did X furnish to Y?" where a counted noun is the verb's object."""
    at = 1 if clause.rest and clause.rest[0].text in {"approximately", "about", "only", "nearly", "over", "some"} else 0
    if (
        clause.auxiliary
        or len(clause.rest) < at + 3
        or clause.rest[at].kind is not Kind.NUMBER
        or "%" in clause.rest[at].text
    ):
        return
    end = at + 1
    while (
        end < len(clause.rest)
        and clause.rest[end].kind in {Kind.WORD, Kind.PLAIN}
        and not clause.rest[end].text.endswith("s")
        and end < at + 3
    ):
        end += 1
    noun = clause.rest[at + 1 : end + 1]
    if not noun or not noun[-1].text.endswith("s") or not clauses.is_speakable(noun):
        return
    while clause.rest[end + 1 : end + 2] and clause.rest[end + 1].text == "of":  # "samples of marine paint"
        end += 2
        while end + 1 < len(clause.rest) and clause.rest[end + 1].text not in _ENDS_NOUN:
            end += 1
    noun, rest = clause.rest[at + 1 : end + 1], clause.rest[end + 1 :]
    is_told = _tail(rest) or any(u.kind in SPECIFIC for u in (*noun, *clauses.trim(rest)))
    if clauses.is_speakable(clauses.trim(rest)) and clauses.is_speakable(noun) and is_told:
        opening = f"How many {clauses.words_of(noun)}"
        yield (
            clauses.ask(opening, clause, with_opening(clause, rest)),
            clause.rest[at].text.rstrip(","),
            AnswerType.NUMBER,
            3,
        )


_ENDS_NOUN = frozenset("of to for from with in on at by during under after before between within through".split())


def _how_many_did(clause: Clause) -> Iterator[Draft]:
    """As in "How many hearings were held by the Committee in 1953?" where the counted noun is the subject."""
    subject = clause.subject
    if (
        clause.auxiliary not in {"", "were", "have"}
        or not 2 <= len(subject) <= _MAX_COUNTED
        or subject[0].kind is not Kind.NUMBER
        or "%" in subject[0].text
        or subject[1].kind is Kind.NUMBER
        or not _is_counted(subject[1:])
    ):
        return
    rest = with_opening(clause, clause.rest)
    is_told = any(_is_named(u) for u in (*subject, *rest))
    is_dated = any(u.kind in {Kind.DATE, Kind.MONTH} for u in rest)
    n_told = clauses.specifics((*subject, *rest))
    if clause.auxiliary != "were" and not (is_dated and n_told > MIN_TOLD):
        return
    if is_told and _tail(rest) and not _PEOPLE & {u.text for u in subject}:
        verb = [clause.auxiliary, clause.verb] if clause.auxiliary else [clause.past]
        words = ["How many", clauses.words_of(subject[1:]), *verb, clauses.words_of(clauses.trim(rest))]
        yield " ".join(words) + "?", subject[0].text, AnswerType.NUMBER, 3


def _is_named(unit: Unit) -> bool:
    """Whether a unit names something that a reader knows: letters that nobody spells out tell nothing."""
    if unit.kind is Kind.ACRONYM:
        return zipf(unit.name.lower()) >= _WELL_KNOWN_ZIPF
    return unit.kind in NAMED or unit.kind is Kind.THING


_MAX_COUNTED = 10  # units of "Four meetings of the northern section of the Harbor Board"


def _is_counted(noun: Sequence[Unit]) -> bool:
    """Whether a plural noun stands there, alone or with an "of" that says whose."""
    of = next((i for i, u in enumerate(noun) if u.text == "of"), len(noun))
    return of > 0 and noun[of - 1].text.endswith("s") and noun[-1].text != "of" and clauses.is_speakable(noun)


def _from_how_many(clause: Clause) -> Iterator[Draft]:
    """As in "From how many services did X receive reports in 1962?" from a count behind a preposition."""
    for at in range(1, len(clause.rest) - 1):
        how, number = clause.rest[at - 1], clause.rest[at]
        if number.kind is not Kind.NUMBER or "%" in number.text or how.text not in {"from", "to", "with"}:
            continue
        end = next((i for i in range(at + 1, min(at + 5, len(clause.rest))) if _is_plural(clause.rest[i])), 0)
        noun, before, after = clause.rest[at + 1 : end + 1], clause.rest[: at - 1], clause.rest[end + 1 :]
        if not end or not before or noun[-1].text in _PERIODS or not clauses.is_simple(before):
            continue
        own = 0  # how much of what follows belongs to the counted noun: all up to a date
        is_own = [u.text for u in after[:2]] == ["with", "which"] or bool(after and after[0].text in {"in", "of"})
        while own < len(after) and is_own and not _opens_date(after[own:]):
            own += 1
        noun, after = (*noun, *after[:own]), after[own:]
        rest = with_opening(clause, (*before, *after))
        is_dated = any(u.kind in {Kind.DATE, Kind.MONTH} for u in rest)
        is_one = not any(u.kind is Kind.NUMBER for u in (*before, *after))
        if is_dated and is_one and clauses.is_speakable(noun, _RELATIVE) and clauses.is_speakable(clauses.trim(rest)):
            noun = clauses.trim(noun)
            opening = f"{how.text.title()} how many {clauses.words_of(noun)}"
            yield clauses.ask(opening, clause, rest), number.text.rstrip(","), AnswerType.NUMBER, 3


_RELATIVE = frozenset({"which"})


def _opens_date(units: Sequence[Unit]) -> bool:
    """Whether "in 1962" or "on 3 May 1961" stands there."""
    return units[0].text in {"in", "on", "during"} and len(units) > 1 and units[1].kind in {Kind.DATE, Kind.MONTH}


def _is_plural(unit: Unit) -> bool:
    return unit.kind is Kind.WORD and unit.text.endswith("s") and not unit.text.endswith("ss")


_PERIODS = frozenset("days weeks months years hours minutes times miles feet inches pounds dollars points".split())


_PEOPLE = frozenset({"men", "women", "individuals", "subjects"})


def _where(clause: Clause) -> Iterator[Draft]:
    """As in "In what place was X held?" from the one place at the end of the clause."""
    if clause.past.split()[-1] not in _PLACING or sum(u.kind is Kind.PLACE for u in clause.rest) > 2:
        return
    at = next(
        (
            i
            for i, u in enumerate(clause.rest)
            if u.kind is Kind.PLACE and i and clause.rest[i - 1].text in {"in", "at"}
        ),
        0,
    )
    if at == 0 or not clauses.is_simple(clause.rest[: at - 1]):
        return
    end = at + 1
    if end + 1 < len(clause.rest) and clause.rest[end].text == "," and clause.rest[end + 1].kind is Kind.PLACE:
        end += 3 if clause.rest[end + 2 : end + 3] and clause.rest[end + 2].text == "," else 2
    rest = (*clause.rest[: at - 1], *clause.rest[end:])
    if rest and rest[0].kind is Kind.DATE:  # "was held 5/3/61 at Lisbon"
        rest = (rest[0]._replace(kind=Kind.WORD, text="on", name="on"), *rest)
    if any(u.text == "at" for u in clause.rest[: at - 1]):  # "at the Grand Hotel in Lisbon": the hall is the place
        return
    is_seat = clause.past.split()[-1] in _SEATED and clauses.specifics(clause.subject) > 0
    is_told = is_seat or clauses.specifics((*clause.subject, *rest)) >= 2
    if clauses.is_speakable(clauses.trim(rest), _POSSESSIVES) and is_told:
        yield clauses.ask("Where", clause, with_opening(clause, rest)), clause.rest[at].text, AnswerType.PLACE, 3


def _by_whom(clause: Clause) -> Iterator[Draft]:
    """As in "By whom was X established?" from the agent of a passive."""
    if (
        clause.auxiliary not in {"was", "were", "is", "are", "has", "had"}
        or len(clause.rest) < 2
        or clause.rest[0].text != "by"
    ):
        return
    at = 2 if clause.rest[1].text == "the" else 1
    if at >= len(clause.rest) or clause.rest[at].kind not in {*NAMED, Kind.THING}:
        return
    agent, is_law = clause.rest[at], is_law_name(clause.rest[at])
    if agent.kind is Kind.THING and not is_law:
        return
    following = clause.rest[at + 1 : at + 2]
    after = () if following and following[0].text in {"and", ",", "dated"} else clause.rest[at + 1 :]
    rest = with_opening(clause, after)
    is_whole = clauses.specifics([u for u in clause.subject if len(u.text.split()) > 1]) > 0
    if (rest and rest[0].text not in _AFTER_AGENT) or not (rest or is_whole):
        return
    if clauses.is_speakable(clauses.trim(rest), _POSSESSIVES):
        opening = f"By which {law_head(agent)}" if is_law else "By whom"
        yield clauses.ask(opening, clause, rest), agent.text, _answer_type(agent), _salience(clause)


_AFTER_AGENT = frozenset("in on to at for from during as until since after before between under with".split())


def _head_of(thing: Unit) -> str:
    """As in "act" of "Flood Control Act of 1938": what kind of thing a name says it is."""
    words = re.sub(r" of \d{4}$", "", thing.text).split()
    heads = [w for w in words if w in LAST_WORDS] or [w for w in words if w in FIRST_WORDS]
    return heads[-1].lower() if heads else ""


ASKED_FOR = {
    Kind.PERSON: "whom",
    Kind.PLACE: "what place",
    Kind.OFFICE: "which office",
    Kind.ORGANISATION: "which organisation",
    Kind.ACRONYM: "which organisation",
}
_ASKABLE = frozenset("to from with against for at in by under".split())


def _with_whom(clause: Clause) -> Iterator[Draft]:
    """As in "To which organisation did X send Y?": a named body or place that a preposition ties to the verb."""
    for at, unit in enumerate(clause.rest):
        if unit.kind is Kind.PLACE and clause.past.split()[-1] in _PLACING:
            continue
        if unit.kind not in ASKED_FOR or (unit.name != unit.text and unit.kind is not Kind.PERSON):
            continue
        start = at - 1 if at and clause.rest[at - 1].text == "the" else at
        preposition = clause.rest[start - 1].text if start else ""
        before, after = clause.rest[: max(0, start - 1)], clause.rest[at + 1 :]
        if not _ties_to_verb(clause, unit, preposition, before) or (after and after[0].text not in _AFTER_NAME):
            continue
        rest = with_opening(clause, (*before, *after))
        if clauses.is_speakable(clauses.trim(rest), _POSSESSIVES) and _tells_apart(clause, rest):
            asked = ASKED_FOR[unit.kind]
            opening = f"{preposition} {asked}".strip()
            opening = opening[0].upper() + opening[1:]
            yield clauses.ask(opening, clause, rest), unit.text, _answer_type(unit), _salience(clause)


def _which_thing(clause: Clause) -> Iterator[Draft]:
    """As in "Which bill did the Assembly reject on 17 November 1929?" where a named thing is the verb's object."""
    at = 1 if clause.rest and clause.rest[0].text == "the" else 0
    if clause.auxiliary or at >= len(clause.rest) or clause.rest[at].kind is not Kind.THING:
        return
    thing, rest = clause.rest[at], with_opening(clause, clause.rest[at + 1 :])
    is_next = not rest or rest[0].text in _AFTER_NAME
    is_dated = any(u.kind in {Kind.DATE, Kind.MONTH} for u in rest)
    head = _head_of(thing)
    if head and is_next and is_dated and thing.name == thing.text and clauses.is_speakable(clauses.trim(rest)):
        yield clauses.ask(f"Which {head}", clause, rest), thing.text, _answer_type(thing), _salience(clause)


def _ties_to_verb(clause: Clause, unit: Unit, preposition: str, before: Sequence[Unit]) -> bool:
    """Whether a named thing is the verb's own object or complement, and not of a noun between them."""
    if clause.past in {"was", "were"}:
        return False
    if not preposition:
        return unit.kind is not Kind.PLACE and clause.auxiliary in {"", "has", "had", "have"}
    if any(u.text == "," for u in before):
        return False
    is_tied = any(u.text in _TYING and not (u.text == "from" and preposition == "to") for u in before)
    return preposition in _ASKABLE and clauses.is_simple(before) and not is_tied


_TYING = frozenset(
    "for on of in at with by from about to as under during against".split()
)  # what follows may belong to these, not to the verb
_AFTER_NAME = frozenset("on in at by for from to with regarding concerning about during under of as".split())


def _who(clause: Clause) -> Iterator[Draft]:
    """As in "Which organisation requested X?" where the subject is one named office, person or organisation."""
    subject = [u for u in clause.subject if u.text not in {"The", "the"}]
    if (
        len(subject) != 1
        or subject[0].kind not in NAMED
        or clause.verb.split()[-1:] in (["held"], ["scheduled"], ["convened"], ["located"], ["designated"], ["begin"])
        or clause.past in {"scheduled", "slated"}
    ):
        return
    if subject[0].kind is Kind.ORGANISATION and subject[0].name != subject[0].text:
        return
    if subject[0].kind is Kind.PERSON and len(subject[0].name.split()) < 2:
        return
    rest = with_opening(clause, clause.rest)
    if not _tail(rest) or any(subject[0].name in u.name for u in rest) or not _has_one_doer(clause, subject[0], rest):
        return
    opening = "Which organisation" if subject[0].kind in {Kind.ORGANISATION, Kind.ACRONYM} else "Who"
    words = [
        opening,
        clause.auxiliary,
        clause.verb if clause.auxiliary else clause.past,
        clauses.words_of(clauses.trim(rest)),
    ]
    yield " ".join(w for w in words if w) + "?", subject[0].text, _answer_type(subject[0]), _salience(clause)


def _has_one_doer(clause: Clause, doer: Unit, rest: Sequence[Unit]) -> bool:
    """Whether a deed is told closely enough for one doer to be meant.

    A body that half the questions could mean is only asked for with a day, a sum or two names beside the deed.
    """
    n_words = len(clauses.words_of(clauses.trim(rest)).split())
    told = [u for u in rest if u.kind in SPECIFIC - {Kind.DATE, Kind.MONTH} and not re.search(r"['’]s?$", u.name)]
    dated = [
        u
        for before, u in pairwise(rest)
        if u.kind in {Kind.DATE, Kind.MONTH, Kind.MONEY, Kind.NUMBER} and before.text not in {"until", "of", "before"}
    ]
    if clause.past in _TALKING and not any(u.kind in {Kind.DATE, Kind.MONTH} for u in dated):
        return False
    is_common = doer.kind is Kind.ACRONYM or doer.text in lexicon.SOLE_BODIES
    if is_common:
        dated = [u for u in dated if not (u.kind is Kind.MONTH and u.text.isdigit())]  # a bare year says too little
    is_told = bool(told) or n_words > MIN_WHO_WORDS
    enough = clauses.specifics(rest) + n_words // 7 >= MIN_TOLD
    return enough and is_told and (not is_common or bool(dated) or len(told) >= MIN_TOLD)


_CLAUSE_DRAFTS = (
    _when,
    _under_what,
    _how_much,
    _how_many,
    _where,
    _by_whom,
    _with_whom,
    _which_thing,
    clause_statements,
)


def _answer_type(unit: Unit) -> AnswerType:
    if unit.kind is Kind.THING:
        return AnswerType.TITLE
    if unit.kind is Kind.PERSON:
        return AnswerType.PERSON
    if unit.kind is Kind.PLACE:
        return AnswerType.PLACE
    return AnswerType.TITLE if unit.kind is Kind.OFFICE else AnswerType.ORGANISATION


def _expansion_facts(passage: str) -> Iterator[Fact]:
    """As in "What does FPA stand for?" from "Federal Ports Authority (FPA)" or "FPA (Federal Ports Authority)"."""
    for acronym, name, quote in (*_bracketed_letters(passage), *_bracketed_names(passage)):
        words = name.split()
        is_known = zipf(acronym.lower()) >= _EVERYDAY_ZIPF
        if len(words) < 3 or len(acronym) < 3 or is_known or not _is_whole_name(words):
            continue
        yield Fact(
            subject=acronym,
            question=f"What does the abbreviation {acronym} stand for?",
            answer=re.sub(r"['’]s$", "", name),
            answer_type=AnswerType.ORGANISATION,
            quote=quote,
            salience=2,
            form="sentence",
        )


def _bracketed_letters(passage: str) -> Iterator[tuple[str, str, str]]:
    """Letters in brackets behind their name: the letters, the name, and the quote."""
    for acronym, name in expansions(passage).items():
        pattern = r"\s+".join(re.escape(w) for w in name.split()) + r"\s+\(" + re.escape(acronym) + r"\)"
        match = re.search(pattern, passage)
        if match is not None:
            yield acronym, join_lines(name).rstrip("."), match.group()


_SMALL_WORD = r"(?:of|the|and|for|on|in|to)"
_NAME_IN_BRACKETS = re.compile(
    rf"(?<![\w/-])(?P<acronym>[A-Z]{{3,7}})\s+\((?P<name>[A-Z][a-z]+(?:\s+(?:[A-Z][A-Za-z-]+|{_SMALL_WORD})){{2,8}})\)"
)


def _bracketed_names(passage: str) -> Iterator[tuple[str, str, str]]:
    """A name in brackets behind its letters."""
    for match in _NAME_IN_BRACKETS.finditer(passage):
        name = join_lines(match["name"])
        if initials_match(name.split(), match["acronym"]):
            yield match["acronym"], name, match.group()


# Of what is no body and has letters all the same.
_NAMED_THINGS = frozenset(
    "Act Republic Officer Questionnaire Form Approval Plan Program Treaty Clubs Code System Fund Conference".split()
)


def _is_whole_name(words: Sequence[str]) -> bool:
    """Whether every word is in a dictionary and one says what bears the name; in capitals all words are."""
    is_shouted = all(w.isupper() for w in words)
    is_printed = all(w.islower() or (zipf(w.lower()) >= 3 and (is_shouted or not w.isupper())) for w in words)
    return is_printed and any(w.title() in lexicon.ORGANISATION_HEADS | _NAMED_THINGS for w in words)
