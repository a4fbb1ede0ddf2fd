"""What the heading of a paper tells: who wrote to whom on what subject, and which figures that concerns.

Belongs here: naming the sides of a paper, quoting its subject, wording the event. Does not: finding headings and their
dates (draft_papers).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bench_resources.prompting import Event
from bench_resources.reader import draft_lexicon as lexicon
from bench_resources.reader.draft_cautions import is_private
from bench_resources.reader.draft_entities import Vocabulary, initials_match
from bench_resources.reader.draft_figures import is_person_name
from bench_resources.reader.draft_headers import clean_title, is_telling_title, listed_facts, office_of
from bench_resources.reader.draft_letters import letters_of
from bench_resources.reader.draft_lexicon import MONTHS
from bench_resources.reader.draft_papers import TO_RECORD, WRITTEN_DATE, Paper, papers_of
from bench_resources.reader.draft_registers import referred_papers
from bench_resources.reader.draft_sentences import is_word, join_lines

SALIENCE = 2
MIN_NAME_LETTERS = 3
MAX_NAME_WORDS = 4
MIN_PART_WORDS = 2  # of a subject that is quoted in part
MIN_END_WORDS = 2  # beside the name, of a subject of which only the end is quoted: "... Board Staff" is of any paper
MIN_SHORT = 8  # characters of a subject that names a body by its letters
MIN_ACRONYM = 4  # letters that stand for one body even where the passage does not write its name
MIN_SHORTENED = 3  # words of a body's name, beside the small ones, by which it is known without another
N_PARTS = 3  # of a date in figures
MAX_DEBRIS = 4  # letters on the line of a sender whom the scan lost, above his office

_SPECKS = " .,;:-–—_*'\"“”"
_REPLY = re.compile(r"(?i)^(?:(?:re|fw|fwd|subj|subject)\s*[:;]\s*)+")
# A record sheet's title may open with the kind of paper and whom it is for.
_KIND_FIRST = re.compile(
    r"(?i)(?P<kind>memorandum|memo|letter|cable|dispatch|report|telegram|airtel|note)"
    r"(?:[ \t]+for[ \t]+(?:the[ \t]+)?records?)?[ \t]*[:;-]+\s*"
)
_DOUBTFUL = re.compile(r"(?i)\b(?:alleg\w+|rumou?r\w*|hoax|false\w*)\b")
_EMPTY = re.compile(r"(?i)\b(?:withheld|restricted|no title|untitled|none|unknown)\b")
_NAME_ALONE = re.compile(r"(?:Mrs?\.? |Ms\.? |Dr\.? )?(?:[A-Z][\w'’-]*\.? ){1,3}[A-Z][\w'’-]+(?:, (?:Jr|Sr)\.?)?")
_SEVERAL = re.compile(
    r"(?i)(?:memos|memoranda|letters|forms|cables|notes|reports)\b.{0,6}[:(](?:\s*\d+\)\s*[:;-]+\s*)?"
)
_SMALL = frozenset("of for the and to in on".split())


class _Side(NamedTuple):
    """A sender or recipient as an event names it, and the figure that it is or heads; both "" for anybody else."""

    named: str = ""
    figure: str = ""


class _Subject(NamedTuple):
    """What of a subject may be quoted, the kind of paper that it gives itself, and which part of it that is."""

    title: str
    kind: str
    part: str = ""  # "begins" or "ends" where no more of it can be quoted

    @property
    def shown(self) -> str:
        """The title, with dots where more of it was written."""
        return {"begins": f"{self.title} ...", "ends": f"... {self.title}"}.get(self.part, self.title)


def written_events(passage: str, known: Vocabulary, figures: Sequence[str], *, is_start: bool) -> Iterator[Event]:
    """As in 'Jane Roe wrote a memorandum to the Director of Mines on the subject "Dues of the Old Port"'.

    Args:
        passage: text of one document.
        known: whom the passage allows to be named.
        figures: canonical names whose events are wanted.
        is_start: whether the passage opens its document; further down a paper must carry its date.
    """
    told: set[tuple[str, ...]] = set()
    headed = sorted(papers_of(passage), key=lambda paper: paper.is_sheet)
    for paper in (*headed, *letters_of(passage), *referred_papers(passage)):
        quote = passage[paper.start : paper.end].strip()
        is_shown = paper.date in join_lines(quote)
        for figure, event, key in _told(paper, passage, known, figures, is_start=is_start) if is_shown else ():
            same = (figure, _day(paper.date), key)
            if same not in told or not paper.is_sheet:
                told.add(same)
                yield Event(figure=figure, event=event, date=paper.date, quote=quote, salience=SALIENCE, form="header")


def listed_events(passage: str, known: Vocabulary, figures: Sequence[str]) -> Iterator[Event]:
    """Papers that a text lists with kind, date and subject, as events of the figures that the subject names."""
    for fact in listed_facts(passage, known):
        kind, _, rest = fact.subject.partition(' "')
        title = rest.removesuffix('"')
        article = "an" if kind[0] in "aeiou" else "a"
        for figure, gloss in _figures_in(title, passage, known, figures):
            is_cut = fact.quote.endswith(";")  # a second part of the subject may follow
            if is_cut or is_private(title) or _DOUBTFUL.search(title) or _gives_date(title, fact.answer):
                continue
            named = f" ({gloss})" if gloss else ""
            yield Event(
                figure=figure,
                event=f'{article} {kind} on the subject "{title}"{named} was written',
                date=fact.answer,
                quote=fact.quote,
                salience=SALIENCE,
                form="sentence",
            )


def _told(
    paper: Paper, passage: str, known: Vocabulary, figures: Sequence[str], *, is_start: bool
) -> Iterator[tuple[str, str, str]]:
    """Each figure of a paper with the event, and the letters by which another heading of the same paper is known."""
    sender, receiver = _side(paper.sender, known, figures), _side(paper.receiver, known, figures)
    subject = _subject(paper, known, figures)
    is_told = bool(paper.date) or (is_start and is_telling_title(subject.title, known) and not subject.part)
    if not is_told or _gives_date(subject.title, paper.date) or (sender.named and sender.named == receiver.named):
        return
    named: dict[str, str] = {}
    people = {sender.figure, receiver.figure}
    if not subject.title and paper.is_headed and not paper.is_sheet:
        # Of what two write to each other there is much in a day; but of one person's memorandum that much can be said.
        is_addressed = bool(receiver.named) or _is_for_record(paper)
        is_telling = bool(paper.subject) and is_addressed and paper.kind not in _ANY and is_person_name(sender.figure)
    elif not subject.title:
        is_telling = bool(sender.named and receiver.named) and not people.isdisjoint(known.people.values())
        is_telling = is_telling or (paper.kind == "letter" and not {sender.figure, receiver.figure} <= {""})
    else:
        named = dict(_figures_in(subject.title, passage, known, figures))
        is_telling = paper.kind != "document" or bool(named) or is_telling_title(subject.title, known)
    key = re.sub(r"\W+", "", subject.title).casefold()
    for figure in dict.fromkeys((sender.figure, receiver.figure, *named)) if is_telling else ():
        if figure:
            yield figure, _event(paper, subject, sender, receiver, named.get(figure, "")), key
    body = _body_behind(paper, figures) if is_telling and sender.figure else ""
    if body and body not in {sender.figure, receiver.figure, *named}:
        yield (
            body,
            _event(
                paper, subject, sender._replace(named=f"{sender.named} of the {_as_written(paper, body)}"), receiver, ""
            ),
            key,
        )


def _body_behind(paper: Paper, figures: Sequence[str]) -> str:
    """The figure whose post a reference gives behind the signer's name, as in ", Chief Counsel, HPC"; else ""."""
    if paper.is_headed or not paper.sender[1:]:
        return ""
    post = paper.sender[1]
    if not post.startswith(","):  # a line below a signature: of whose office the letter is, it does not say
        return ""
    written = re.sub(r"(?i)^the\s+", "", re.split(r",\s+|\sof\s", post)[-1]).strip(_SPECKS)
    return _body(written, figures)


def _as_written(paper: Paper, body: str) -> str:
    """The letters of a body where the signer's post has those and not its name, so that the quote holds them."""
    last = paper.sender[1].strip(_SPECKS).rsplit(maxsplit=1)[-1]
    return last if _spells(last, body) else body


def _is_for_record(paper: Paper) -> bool:
    """Whether a paper is for the file, and nobody is written to."""
    is_to_nobody = not paper.receiver or TO_RECORD.fullmatch(paper.receiver[0]) is not None
    return "record" in paper.kind and is_to_nobody


def _day(date: str) -> str:
    """A date so that "07/24/1978" and "24 July 1978" are one."""
    numbers = [int(number) for number in re.findall(r"\d+", date)]
    month = re.search(r"[A-Za-z]{3}", date)
    if month is None and len(numbers) == N_PARTS:
        return f"{MONTHS[numbers[0] - 1][:3].lower()} {numbers[1]} {numbers[2] % 100}"
    return f"{month.group().lower()} {numbers[0]} {numbers[1] % 100}" if month and len(numbers) > 1 else date


_ANY = frozenset({"message", "document", "paper"})  # kinds that say nothing which "wrote to" does not


def _event(paper: Paper, subject: _Subject, sender: _Side, receiver: _Side, gloss: str) -> str:
    """The paper in one clause: by whom and to whom as far as they may be named."""
    kind = subject.kind or paper.kind
    is_to_somebody = bool(receiver.named) or bool(paper.receiver and not TO_RECORD.fullmatch(paper.receiver[0]))
    kind = kind.removesuffix(" for the record") if is_to_somebody else kind
    article = "an" if kind[0] in "aeiou" else "a"
    if not subject.title:
        return _untitled(paper, f"{article} {kind}", sender.named, receiver.named)
    titled = "titled" if kind == "document" else "on the subject"
    on = f'{titled} "{subject.shown}"' + (f" ({gloss})" if gloss else "")
    to = f" to {receiver.named}" if receiver.named and "record" not in kind else ""
    if sender.named and to and kind in _ANY:
        return f"{sender.named} wrote{to} {on.replace('titled', 'on the subject', 1)}"
    if sender.named:
        return f"{sender.named} wrote {article} {kind}{to} {on}"
    if to:
        return f"{receiver.named} was sent {article} {kind} {on}"
    return f"{article} {kind} {on} was written"


def _untitled(paper: Paper, what: str, sender: str, receiver: str) -> str:
    """The paper in one clause without its subject; of a message nothing says more than that one wrote to the other."""
    if not sender:
        return f"{receiver} was sent {what}"
    if not receiver or _is_for_record(paper):
        return f"{sender} wrote {what}"
    return f"{sender} wrote {'' if what.split()[1] in _ANY else what + ' '}to {receiver}"


# --- subjects -------------------------------------------------------------------------------------------------------


def _subject(paper: Paper, known: Vocabulary, figures: Sequence[str]) -> _Subject:
    """A paper's subject as an event quotes it, with the kind of paper that it opens with; "" for debris."""
    written, kind = _REPLY.sub("", paper.subject), ""
    first = _KIND_FIRST.match(written) if paper.kind.startswith(("document", "memorandum for")) else None
    if first:
        written = _REPLY.sub("", written[first.end() :])
        kind = {"memo": "memorandum"}.get(first["kind"].lower(), first["kind"].lower())
        kind = "" if paper.kind.startswith(kind) else kind
    several = _SEVERAL.match(written)
    if several and paper.is_sheet and several.group().rstrip().endswith((":", ";", "-")):
        written = written[several.end() :]  # of papers on one subject, of which the sheet gives one day
        several = None
    if several or _DOUBTFUL.search(written) or _EMPTY.search(written) or is_private(written):
        return _Subject("", "")
    if paper.is_cut:
        return _part(f"{written} {_MORE}", paper.date, known, figures)._replace(kind=kind)
    title = _title(written, known, figures)
    if paper.is_headed and paper.date and (not title or _gives_date(title, paper.date)):
        return _part(written, paper.date, known, figures)._replace(kind=kind)
    return _Subject(title, kind)


_WAY = re.compile(r"\b[A-Z][\w'’]+(?= (?:Street|Lane|Road|Row|Avenue|Square|Wharf|Quay|STREET|LANE|ROAD|ROW|AVENUE)\b)")
_MARKING = re.compile(r"\s*\((?:U|S|C|TS|UNCLASSIFIED|SECRET|CONFIDENTIAL|AIUO|U/AIUO|FOUO)\)\W*$|^\((?:U|S|C|TS)\)\s*")
_YEARS = r"(?:1[89]|20)\d\d-(?:(?:1[89]|20)\d\d|\d\d)\b"
_NUMBER_FIRST = re.compile(rf"^(?!{_YEARS})[A-Z]{{0,4}}\d{{2,}}-\d{{3,}}[-–—:]*\s+")  # a file's, before the matter
_DEBRIS = re.compile(r"(?:^|\s)[-–—]\s?\d{1,3}\s?[-–—](?:\s|$)|\s[.,;]\s")  # a page's number, a speck
_DASH = re.compile(r"\s[-–—]+(?:\s|$)")
_WORN_DASH = re.compile(r"\s(?:~[-~]?|-~)\s")
_MORE = "..."  # stands for the words of a subject that may follow
_LONGER = "Papers of the time on the "  # before a short subject: what is asked of a title's words, not of its length


def _title(written: str, known: Vocabulary, figures: Sequence[str]) -> str:
    """A subject line whole, or up to its dash where what follows is not clean; "" for debris."""
    whole = _NUMBER_FIRST.sub("", _MARKING.sub("", _WORN_DASH.sub(" - ", written)).strip(_SPECKS))
    if tuple(re.findall(r"[^\s,]+", whole.lower())) in {form for form in known.people if len(form) > 1}:
        return whole  # a paper on one public person
    if _DEBRIS.search(whole):
        return ""
    for part in dict.fromkeys((whole, _DASH.split(whole, maxsplit=1)[0].strip(_SPECKS))):
        masked = _masked(part, known)
        if len(part) > MIN_SHORT and any(_names(part, body) for body in figures if not is_person_name(body)):
            longer = _LONGER.upper() if part.isupper() else _LONGER
            title = clean_title(longer + masked, known).removeprefix(longer)
        else:
            title = clean_title(masked, known)
        if title and title == masked.strip(_SPECKS):
            return part.strip(_SPECKS)
        if title and masked == part:
            return title
    return ""


# A part that opens amid a phrase, ends in a number, or holds a speck of the scan.
_UNSOUND_PART = re.compile(
    r"^[^A-Z]|^\w+,|^(?:And|At|By|For|From|In|Of|On|The|To|With)\b|\d\W*$|[:;]\s|\b[aA]\s\W|\s[-–—]+$|"
    rf"(?i:\b(?:dated|{'|'.join(MONTHS)}))\W*$"
)


def _part(written: str, date: str, known: Vocabulary, figures: Sequence[str]) -> _Subject:
    """The longest beginning of a subject that can be quoted, else the longest end: without a private name or debris.

    It names a figure, with words beside the name, and holds neither the paper's own day nor half of a bracket.
    """
    words = _WORN_DASH.sub(" - ", written).split()
    counts = range(len(words) - 1, MIN_PART_WORDS - 1, -1)
    tried = [("begins", words[:n]) for n in counts] + [("ends", words[-n:]) for n in counts]
    for part, kept in tried:
        title = " ".join(kept).strip(_SPECKS)
        is_sound = _UNSOUND_PART.search(title) is None and _is_whole_name(title, written) and _concerns(title, figures)
        is_sound = is_sound and (part == "begins" or _n_beside(title, figures) >= MIN_END_WORDS)
        if is_sound and _title(title, known, figures) == title and not _gives_date(title, date):
            return _Subject(title, "", part)
    return _Subject("", "")


def _n_beside(title: str, figures: Sequence[str]) -> int:
    """How many words of a title are no small ones and of no figure's name or letters."""
    names = {word.casefold() for figure in figures for word in figure.split()} | _SMALL
    words = [bare for word in title.split() if (bare := word.strip("()" + _SPECKS))]
    return sum(word.casefold() not in names and not any(_spells(word, figure) for figure in figures) for word in words)


def _concerns(title: str, figures: Sequence[str]) -> bool:
    """Whether a title writes a figure's name, or a body's letters."""
    return any(figure.casefold() in title.casefold() or _names(title, figure) for figure in figures)


def _is_whole_name(title: str, written: str) -> bool:
    """Whether a title is cut where no name is: of "Roe Street Pier" neither "Roe" nor "Pier" is one."""
    before, _, behind = written.partition(title)
    is_cut_before = title[:1].isupper() and re.search(r"[A-Z][\w'’-]*\s$", before) is not None
    following = re.match(r"\s([A-Z]\w*)", behind)
    is_cut_behind = re.search(r"[A-Z][\w'’-]*$", title) is not None and following is not None
    if following is not None and following[1].lower() in _SMALL and following[1].isupper():
        is_cut_behind = False  # "MEETING WITH THE BOARD ON 3 MAY": capitals throughout
    return not is_cut_before and not is_cut_behind


def _names(title: str, body: str) -> bool:
    return any(initials_match(body.split(), word) for word in re.findall(r"\b[A-Z]{3,6}\b", title))


def _masked(title: str, known: Vocabulary) -> str:
    """The title with a plain word for the names of streets and of people who may be named."""
    small, large = ("HIGH", "HIGH") if title.isupper() else ("high", "High")
    masked, words = _WAY.sub(large, title), set(re.findall(r"[^\W_]+", title.lower()))
    forms = [form for form in known.people if len(form) > 1 and form[-1] in words]
    for form in sorted(forms, key=len, reverse=True):
        name = r"\s+".join(re.escape(word) for word in form)
        masked = re.sub(rf"(?i)\b(?:Messrs\.? |Mr\.? |Dr\.? )?{name}(?!\w)", small, masked)
    public = {word for form in known.people for word in form if len(word) > MIN_NAME_LETTERS}
    return re.sub(
        r"\b[A-Z][\w'’]{3,}\b", lambda word: large if word.group().lower() in public else word.group(), masked
    )


def _gives_date(title: str, date: str) -> bool:
    """Whether the title holds the paper's own day, as "Luncheon, 6 May" of 6 May 1961."""
    day = " ".join(date.split()[:2]).strip(",").casefold()
    written = {_day(found) for found in re.findall(WRITTEN_DATE, title)}
    return bool(date) and (day in title.casefold() or date in title or _day(date) in written)


def _figures_in(title: str, passage: str, known: Vocabulary, figures: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The figures that a title names, each with its name to be added where the title has its letters alone."""
    words = tuple(re.findall(r"[^\s,;:()\"“”/]+", re.sub(r"['’]s?(?!\w)", "", title).lower()))
    runs = {words[at:end] for at in range(len(words)) for end in range(at + 2, at + MAX_NAME_WORDS + 2)}
    people = {known.people[run] for run in runs if run in known.people}
    for figure in figures:
        if is_person_name(figure):
            if figure in people:
                yield figure, ""
        elif re.search(rf"(?i)(?<!\w){re.escape(figure)}(?!\w)", title):
            yield figure, ""
        elif _has_letters(title, figure, passage) or _is_shortened(figure, title, passage):
            yield figure, figure


def _is_shortened(body: str, title: str, passage: str) -> bool:
    """Whether a title has a body's name without one of its words, and the passage writes it in full.

    As "Old Port Board" for "Harbor Board of the Old Port": three words or more of one that has more, side by side in
    any order, with the last, in either number.
    """
    if body.casefold() not in join_lines(passage).casefold():
        return False
    own = [word.lower().removesuffix("s") for word in body.split() if word.lower() not in _SMALL]
    words = [word.lower().removesuffix("s") for word in re.findall(r"[^\W_]+", title) if word.lower() not in _SMALL]
    for size in range(MIN_SHORTENED, len(own)):
        runs = (words[at : at + size] for at in range(len(words) - size + 1))
        if any(own[-1] in run and len(set(run)) == size and set(run) <= set(own) for run in runs):
            return True
    return False


def _has_letters(title: str, body: str, passage: str) -> bool:
    return any(_stands_for(word, body, passage) for word in re.findall(r"\b[A-Z]{3,6}\b", title))


def _stands_for(letters: str, body: str, passage: str) -> bool:
    """Whether letters are a body's: they are many, or the passage writes its name too."""
    is_certain = len(letters) >= MIN_ACRONYM or body.casefold() in join_lines(passage).casefold()
    return is_certain and " " in body and initials_match(body.split(), letters)


# --- sides ----------------------------------------------------------------------------------------------------------

_TURNED = re.compile(r"(?P<last>[A-Z][\w'’-]+),\s*(?P<first>[A-Z][\w'’.-]*(?:\s+[A-Z][\w'’.-]*)?)\s*(?:,.*)?")


def _side(lines: Sequence[str], known: Vocabulary, figures: Sequence[str]) -> _Side:
    """A side by its person's canonical name, else by its office: on the first line, or below whom it may not name."""
    if not lines:
        return _Side()
    person = _person(lines[0], known)
    if person:
        is_one = is_person_name(person)
        return _Side(person if is_one else f"the {person}", person if person in figures else "")
    body = _body(lines[0], figures)
    if body:
        return _Side(f"the {body}", body)
    following = (*lines[1:], "", "")
    office = _office(lines[0], following[0], known, figures)
    is_above = _NAME_ALONE.fullmatch(lines[0]) or len(re.sub(r"\W", "", lines[0])) <= MAX_DEBRIS
    if not office.named and is_above and len(lines) > 1 and not _has_office_word(lines[0]):
        return _office(following[0], following[1], known, figures)
    return office


def _has_office_word(line: str) -> bool:
    return bool(set(line.split()) & (lexicon.OFFICE_HEADS | lexicon.OFFICE_MODIFIERS | lexicon.ORGANISATION_HEADS))


def _body(line: str, figures: Sequence[str]) -> str:
    bare = re.sub(r"(?i)^the\s+", "", " ".join(line.split())).strip(_SPECKS).casefold()
    is_long = len(line.strip(_SPECKS)) >= MIN_ACRONYM
    return next(
        (
            figure
            for figure in figures
            if not is_person_name(figure)
            and (figure.casefold() == bare or (is_long and _spells(line.strip(_SPECKS), figure)))
        ),
        "",
    )


_HEADS_BODY = re.compile(
    r"(?i)(?:(?:acting|deputy|assistant|associate|executive) )*(?:director|chief|chairman|administrator|commissioner|"
    r"commander|superintendent|secretary|general counsel|chief counsel|inspector general)"
)


def _office(line: str, below: str, known: Vocabulary, figures: Sequence[str]) -> _Side:
    """An office in small letters with its article, "Director, Old Port" as "the Director of the Old Port"."""
    bare = line.strip(_SPECKS)
    if below.strip(_SPECKS) and _HEADS_BODY.fullmatch(bare) and office_of(f"{bare}, {below}", known):
        bare = f"{bare}, {below.strip(_SPECKS)}"  # the body that it heads stands on a line of its own
    if bare[:1].islower() or not office_of(bare, known) or re.search(r"[,&-]\s*$", line) or _goes_on(bare):
        return _Side()
    plain = re.sub(r"(?i)^the\s+", "", bare)
    plain = _lowered(plain) if plain.isupper() else plain
    head, *rest = plain.split(", ")
    if not rest:
        figure = next((f for f in figures if f.casefold() == head.casefold()), "")
        figure = figure or next((f for f in figures if " " in f and head.casefold().endswith(f" {f.casefold()}")), "")
        return _Side(head if re.fullmatch(r"[A-Z]{2,}", head) else f"the {head}", figure)
    of = re.sub(r"(?i)^the\s+", "", rest[0])
    body = next((f for f in figures if f.casefold() == of.casefold() or _spells(of, f)), "")
    is_known = bool(body) or not re.match(r"[A-Z]{2,5}\b", of)
    if len(rest) > 1 or not is_known or not _HEADS_BODY.fullmatch(head):
        return _Side()
    return _Side(f"the {head} of the {body or of}", body)


def _goes_on(office: str) -> bool:
    """Whether an office lacks its last words: "Principal Coordinator, House"."""
    if _HEADS_BODY.fullmatch(office):
        return False
    return office.rsplit(maxsplit=1)[-1].title() in lexicon.OFFICE_MODIFIERS | {
        "House",
        "Senate",
        "Select",
        "Central",
        "United",
    }


def _spells(letters: str, body: str) -> bool:
    return letters.isupper() and len(letters) > 2 and initials_match(body.split(), letters)


def _lowered(text: str) -> str:
    """Capitals as a sentence writes them: words small but for their first letter, letters of a body as they are."""
    words = [
        word.lower() if word.lower() in _SMALL else word.capitalize() if is_word(word.lower().strip(",")) else word
        for word in text.split()
    ]
    return " ".join(words)


def _person(value: str, known: Vocabulary) -> str:
    """The canonical name of a known person; "" for anybody else."""
    written = re.split(r"[<(\[;@]|\s{3,}", value, maxsplit=1)[0].strip(" .:;-,")
    turned = _TURNED.fullmatch(written)
    forms = [f"{turned['first']} {turned['last']}"] if turned else []
    forms += [written, written.split(",", maxsplit=1)[0]]
    return next((name for form in forms if (name := known_person(form, known))), "")


def known_person(written: str, known: Vocabulary) -> str:
    """The canonical name of a listed person whom a heading writes first, in any of his forms; "" for anybody else."""
    bare = re.sub(r"(?i)^(?:mr|ms|dr|the honorable|honorable|hon)\.?\s+", "", " ".join(written.split()))
    words = re.sub(r"\.(?=[A-Za-z])", ". ", bare).lower().replace(".", "").split()
    plain = {tuple(word.strip(".") for word in form): name for form, name in known.people.items()}
    if tuple(words) in plain:
        return plain[tuple(words)]
    # His post may stand behind a full name without a comma; a firm that is named for him may not.
    heads = {head.lower() for head in lexicon.ORGANISATION_HEADS} | {"associates", "and", "jr", "sr"}
    for end in range(min(len(words) - 1, MAX_NAME_WORDS), 1, -1):
        if tuple(words[:end]) in plain and not heads & set(words[end : end + 2]):
            return plain[tuple(words[:end])]
    return ""
