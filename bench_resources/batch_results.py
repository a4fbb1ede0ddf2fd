"""What came back from a batch: result files of OpenAI's and Anthropic's form, taken into the cache line by line.

Belongs here: which line answers which request, what is wrong with the others and whether that lasts, what it cost. Does
not: what waits and the files that go out (batch_requests.py), what a whole reply is (llm_cache.py). Nothing that was
read is trusted.
"""

from __future__ import annotations

import hashlib
import os
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.pool import StaticPool

from bench_resources.batch_requests import FAILED_LINES, PENDING, Pending, PendingRequest
from bench_resources.blocks import batched
from bench_resources.chat_wire import Answer, WireError, answer_of_chat, answer_of_message
from bench_resources.ledger import BUDGET_LOCK, FAILED, STORED, Call, Ledger, Source, failed
from bench_resources.llm_cache import BLOCK_ROWS, Cache, Stored, row_of, secret_in, secrets_of, why_unstorable
from bench_resources.llm_export import LineError, LineFault, raw_lines, read_object
from bench_resources.llm_failures import FAILURES, FailedItem, failed_item, note, storable_text
from bench_resources.llm_requests import Request, canonical
from bench_resources.prices import Price, cost_of
from bench_resources.providers import BY_WORDS, FAILURE_MEANINGS, MAX_WORDS_CHARS, NO_MONEY_CODES, TRANSIENT, Failure
from scoring.errors import MAX_CULPRITS, MissingFileError, quote

WHAT = "batch results"  # in errors
BATCH_DISCOUNT = 0.5  # what OpenAI, Anthropic and Google publish for batches: half of the price is taken off
KEY = re.compile(r"[0-9a-f]{64}")
KEY_CHARS = 12  # of a key, in a message
MAX_TOKENS = 1 << 40  # more is no count but nonsense, and is read as 0, as every count that is none
# Statuses with which a provider may refuse one request for good; None: a line without a status. Every other one is
# about the account, the model's name or the server: it is mended elsewhere, and the request may be sent again.
REFUSING = frozenset({None, 400, 403, 413, 422})
PASSING_CODES = re.compile(r"rate.?limit|too_many|overloaded|server_error|api_error|internal|time_?out|expired|cancel")
PASSING_WORDS = re.compile(r"rate limit|too many requests|overloaded|try again later")


class Finding(StrEnum):
    """What can be said of a line, but that its reply is new and whole."""

    ANSWERED = "answered before"
    AGAIN = "the same id again"
    CONFLICT = "another reply to a request that has one, which stays"
    UNKNOWN = "an id under which no request waits"
    FAILED = "an error in place of a reply"
    NOT_WHOLE = "a reply that is not whole"
    SECRET = "a reply with the value of a secret"
    BROKEN = "a line that cannot be read"
    OTHER_MODEL = "stored, from a model of another name"
    UNPRICED = "stored without its cost, since nobody gave a price of the model"


HARMLESS = frozenset({Finding.ANSWERED, Finding.AGAIN, Finding.OTHER_MODEL, Finding.UNPRICED})


@dataclass
class Remarks:
    """How many lines, and the first five of them, each with its file and its number."""

    count: int = 0
    examples: list[str] = field(default_factory=list)

    def add(self, where: str, detail: str) -> None:
        """Counts a line, and keeps it while it is among the first five."""
        self.count += 1
        if len(self.examples) < MAX_CULPRITS:
            self.examples.append(f"{where}: {detail}")

    def __str__(self) -> str:
        """E.g. "out.jsonl line 4: ...; out.jsonl line 9: ...; and 2 more"."""
        hidden = self.count - len(self.examples)
        return "; ".join([*self.examples, *([f"and {hidden:,} more"] if hidden else [])])


Findings = Mapping[Finding, Remarks]


# --- a line -----------------------------------------------------------------------------------------------------------


class Said(NamedTuple):
    """What a provider said to one request.

    Attributes:
        answer: None for an error.
        error: its words, "" for an answer. Neither short nor safe to print.
        model: as the provider calls it, "" where it does not say.
        lasting: what an error means that comes again with the same request; None for one that may pass.
    """

    answer: Answer | None
    error: str = ""
    model: str = ""
    lasting: Failure | None = None


@dataclass(frozen=True)
class ResultLine:
    """One line that could be read.

    Attributes:
        where: the file's name and the line's number, for messages.
        key: its custom_id.
        said: what the provider said.
        digest: sha256 of the line.
    """

    where: str
    key: str
    said: Said
    digest: str


def read_result(raw: bytes) -> tuple[str, Said]:
    """The custom_id of a line and what it says.

    Known are OpenAI's lines of results and of errors, Anthropic's, and a completion alone as {"custom_id", "body"}.

    Raises: LineError: no JSON object, no custom_id, or none of these forms.
    """
    record = read_object(raw)
    key = record.get("custom_id")
    if not isinstance(key, str) or not key:
        raise LineError(LineFault.WRONG_FIELDS, "no custom_id")
    try:
        return key, _said(record)
    except WireError as error:
        raise LineError(LineFault.WRONG_FIELDS, f"no completion: {error}"[:80]) from error


def _said(record: Mapping[str, Any]) -> Said:
    if isinstance(record.get("result"), Mapping):
        return _said_by_anthropic(record["result"])
    response = record.get("response")
    if isinstance(response, Mapping):
        return _said_in_body(response.get("body"), response.get("status_code"), record.get("error"))
    if record.get("error"):
        return _refused(record["error"])
    if "body" in record:
        return _said_in_body(record["body"], None, None)
    raise LineError(LineFault.WRONG_FIELDS, "none of result, response, error and body")


def _said_by_anthropic(result: Mapping[str, Any]) -> Said:
    kind = result.get("type")
    if kind == "succeeded":
        return _answered(result.get("message"))
    if kind == "errored":
        return _refused(result.get("error"))
    if kind in ("canceled", "expired"):
        return Said(None, str(kind))
    raise LineError(LineFault.WRONG_FIELDS, "the result's type is none of succeeded, errored, canceled and expired")


def _said_in_body(body: Any, status: Any, error: Any) -> Said:
    is_fine = status is None or str(status).startswith("2")
    trouble = body.get("error") if isinstance(body, Mapping) else None
    if is_fine and not trouble and (isinstance(body, Mapping) or not error):
        return _answered(body)
    return _refused(trouble or error or body, None if is_fine else status)


def _answered(body: Any) -> Said:
    is_message = isinstance(body, Mapping) and body.get("type") == "message"
    answer = answer_of_message(body) if is_message else answer_of_chat(body)
    model = body.get("model")
    return Said(answer, model=model if isinstance(model, str) else "")


def _refused(error: Any, status: Any = None) -> Said:
    told = _told(error)
    words = ": ".join(part for part in (told.code or told.kind, told.message) if part) or "no reason given"
    return Said(None, words if status is None else f"{status}: {words}", lasting=_lasting(told, status))


class _Told(NamedTuple):
    code: str
    kind: str
    message: str


def _told(error: Any) -> _Told:
    """What an error object says, in the forms of OpenAI and Anthropic, or a text alone."""
    inner = error.get("error") if isinstance(error, Mapping) else None  # Anthropic's {"type": "error", "error": {...}}
    found = inner or error
    if not isinstance(found, Mapping):
        return _Told("", "", _text(found))
    return _Told(*(_text(found.get(name)) for name in ("code", "type", "message")))


def _text(part: Any) -> str:
    # What is neither text nor a number is left out: JSON nested deep enough cannot be printed.
    return str(part) if part and isinstance(part, str | int) else ""


def _lasting(told: _Told, status: Any) -> Failure | None:
    """What an error means that asking again would not change; None when it may pass, or is none of this request's.

    In doubt it passes: the request goes on waiting, and nothing is taken for failed that a new key would mend.
    """
    codes = f"{told.code} {told.kind}".lower()
    words = f"{codes} {told.message[:MAX_WORDS_CHARS].lower()}"
    number = _status(status if status is not None else told.code)
    if number not in REFUSING or PASSING_CODES.search(codes) or NO_MONEY_CODES.intersection(codes.split()):
        return None
    meant = next((kind for kind, pattern in BY_WORDS if re.search(pattern, words)), None)
    if meant is None and not PASSING_WORDS.search(words):
        meant = _meant_by(number, codes)
    return meant if isinstance(meant, Failure) and meant not in TRANSIENT else None


def _meant_by(status: int | None, codes: str) -> Failure | None:
    if status == 413 or "request_too_large" in codes:
        return Failure.TOO_LONG
    is_bad_request = status in (400, 422) or (status is None and "invalid_request" in codes)
    return Failure.BAD_REQUEST if is_bad_request else None


def _status(value: Any) -> int | None:
    """A status that says something went wrong, given as a number or as text."""
    text = str(value) if isinstance(value, str | int) else ""
    return int(text) if re.fullmatch(r"[345]\d\d", text, re.ASCII) else None


# --- many lines -------------------------------------------------------------------------------------------------------


class _Fault(NamedTuple):
    """`reason` is what is noted of a failure that lasts; "" for one that may pass."""

    finding: Finding
    words: str
    reason: str


@dataclass(frozen=True)
class _Outcome:
    """What became of a request that waited: a whole reply, or a failure that the ledger should know.

    `failure` is what is noted of one that lasts.
    """

    row: PendingRequest
    stored: Stored
    outcome: str
    digest: str
    is_new: bool
    failure: FailedItem | None = None

    @property
    def is_whole(self) -> bool:
        return self.outcome == STORED


class _Reading:
    """One reading of some files: what was found so far."""

    def __init__(self, prices: Mapping[str, Price], discount: float) -> None:
        if not 0 <= discount <= 1:
            raise ValueError(f"discount is {discount}, expected the share of the price that is taken off, from 0 to 1")
        self.n_lines = 0
        self._prices = prices
        self._share = 1 - discount
        self._secrets = secrets_of(os.environ)
        self._findings: dict[Finding, Remarks] = {}
        self._seen: set[int] = set()  # hashes: a million keys take some 70 MB so, and two alike cost a remark only

    def findings(self) -> dict[Finding, Remarks]:
        return {kind: self._findings[kind] for kind in Finding if kind in self._findings}

    def lines(self, paths: Iterable[Path]) -> Iterator[ResultLine]:
        """The lines that can be read, in order; the others are remarked on. Raises MissingFileError."""
        for path in paths:
            for number, raw in raw_lines(path, WHAT, partial(self._broken, path)):
                self.n_lines += 1
                try:
                    key, said = read_result(raw)
                except LineError as error:
                    is_cut = not raw.endswith(b"\n") and error.kind in (LineFault.BAD_JSON, LineFault.NOT_TEXT)
                    detail = "the file ends within this line; fetch it again" if is_cut else error.detail
                    self._broken(path, error.kind, number, detail)
                else:
                    digest = hashlib.sha256(raw.strip()).hexdigest()
                    yield ResultLine(f"{path.name} line {number:,}", key, said, digest)

    def sort(
        self, lines: Iterable[ResultLine], waiting: dict[str, PendingRequest], held: dict[str, bytes | None]
    ) -> list[_Outcome]:
        """What became of the requests, in the order of lines; every other line is remarked on.

        Args:
            lines: as `lines` gives them.
            waiting: by key; one with a whole reply is taken out.
            held: by key what the reply says that is stored already, None where that is not known; added to.
        """
        return [outcome for line in lines if (outcome := self._take(line, waiting, held))]

    def _take(
        self, line: ResultLine, waiting: dict[str, PendingRequest], held: dict[str, bytes | None]
    ) -> _Outcome | None:
        row, is_held = waiting.get(line.key), line.key in held
        if row is None and not is_held:
            self._remark(Finding.UNKNOWN, line, quote(line.key))
            return None
        stored = self._stored(line.said.answer, row)
        fault = self._fault(line.said, stored, row)
        if is_held:
            self._remark_held(line, None if fault else _says(stored), held[line.key])
        elif fault:
            self._remark(fault.finding, line, fault.words)
        elif row:
            held[line.key] = _says(stored)
            self._remark_new(line, row)
        self._seen.add(hash(line.key))
        if row is None:
            return None
        if fault is None:
            del waiting[line.key]
            return _Outcome(row, stored, STORED, line.digest, not is_held)
        is_noted = bool(fault.reason) and not is_held
        failure = failed_item(row.request, fault.reason, stored.cost_usd, is_lasting=True) if is_noted else None
        return _Outcome(row, stored, failed(fault.words), line.digest, not is_held, failure)

    def _stored(self, answer: Answer | None, row: PendingRequest | None) -> Stored:
        """An answer with its cost, which is 0 where no price is known; an error has neither text nor tokens."""
        if answer is None:
            return Stored("", 0, 0, "error", 0.0)
        given, made = _tokens(answer.input_tokens), _tokens(answer.output_tokens)
        price = self._prices.get(row.model) if row else None
        cost = cost_of(price, given, made, min(given, answer.cached_input_tokens)) * self._share if price else 0.0
        return Stored(answer.text, given, made, answer.finish_reason, cost, tool_calls=answer.tool_calls)

    def _fault(self, said: Said, stored: Stored, row: PendingRequest | None) -> _Fault | None:
        """Why nothing is stored; words without secrets."""
        if said.answer is None:
            words = failed(storable_text(said.error)).removeprefix(FAILED)
            reason = f"{FAILURE_MEANINGS[said.lasting]}: {words}" if said.lasting else ""
            return _Fault(Finding.FAILED, words, reason)
        if unstorable := why_unstorable(stored):
            words = f"the reply is {unstorable}"
            return _Fault(Finding.NOT_WHOLE, words, words)
        if row and (leak := secret_in(row_of(row.request, stored), self._secrets)):
            words = f"the text holds the value of {leak}"
            return _Fault(Finding.SECRET, words, words)
        return None

    def _remark_new(self, line: ResultLine, row: PendingRequest) -> None:
        said = line.said.model
        if said and row.model != said and not row.model.endswith(f"/{said}"):
            self._remark(Finding.OTHER_MODEL, line, f"{quote(said)} for {quote(row.model)}")
        if row.model not in self._prices:
            self._remark(Finding.UNPRICED, line, quote(row.model))

    def _remark_held(self, line: ResultLine, says: bytes | None, held: bytes | None) -> None:
        """`says` is None for a failure: it does no harm any more."""
        if says and held and says != held:
            finding = Finding.CONFLICT
        else:
            finding = Finding.AGAIN if hash(line.key) in self._seen else Finding.ANSWERED
        self._remark(finding, line, f"{line.key[:KEY_CHARS]}...")

    def _broken(self, path: Path, kind: LineFault, number: int, detail: str) -> None:
        remarks = self._findings.setdefault(Finding.BROKEN, Remarks())
        remarks.add(f"{path.name} line {number:,}", f"{kind}: {detail}")

    def _remark(self, finding: Finding, line: ResultLine, detail: str) -> None:
        detail = quote(detail) if finding is Finding.FAILED else detail  # a provider's words
        self._findings.setdefault(finding, Remarks()).add(line.where, detail)


def _says(stored: Stored) -> bytes:
    """What a reply says; its tokens and its cost may differ between two that are the same."""
    return hashlib.sha256(canonical([stored.text, list(stored.tool_calls)])).digest()


def _tokens(count: int) -> int:
    return count if count < MAX_TOKENS else 0


@dataclass(frozen=True)
class Results:
    """What some result files hold.

    Attributes:
        n_lines: lines that are not blank.
        replies: new and whole, ready for `Cache.put_many`; each request once.
        findings: every other line by kind, and what is worth knowing of these.
    """

    n_lines: int
    replies: Sequence[tuple[Request, Stored]]
    findings: Findings


def read_results(
    paths: Iterable[Path],
    pending: Mapping[str, PendingRequest],
    prices: Mapping[str, Price],
    known: AbstractSet[str] = frozenset(),
    discount: float = BATCH_DISCOUNT,
) -> Results:
    """Reads result files without storing anything; all replies are held in memory.

    Of several lines with one id the first whole reply counts; another one that says the same does no harm.

    Args:
        paths: JSONL, packed with gzip or not.
        pending: the requests that wait, by key.
        prices: by the pinned name of the model; a reply of a model that is missing costs 0, and is remarked on.
        known: keys of requests that were answered before.
        discount: the share of the price that is taken off, in [0, 1].

    Raises: MissingFileError: a file cannot be opened; ValueError: a discount out of range.
    """
    reading = _Reading(prices, discount)
    outcomes = reading.sort(reading.lines(paths), dict(pending), dict.fromkeys(known))
    replies = [(each.row.request, each.stored) for each in outcomes if each.is_whole and each.is_new]
    return Results(reading.n_lines, replies, reading.findings())


# --- import -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ImportReport:
    """What an import did.

    Attributes:
        n_lines: lines that are not blank.
        n_stored: requests whose reply was found and which wait no longer.
        n_failed: calls that failed, as far as the ledger had not heard of them.
        n_given_up: requests that failed for good and wait no longer, as far as that was not known.
        n_passing: requests whose calls failed for a reason that may pass, and which go on waiting.
        cost_usd: what these and those have cost.
        n_still_pending: requests that still wait, of every release.
        findings: what there is to say of lines, by kind.
    """

    n_lines: int
    n_stored: int
    n_failed: int
    n_given_up: int
    n_passing: int
    cost_usd: float
    n_still_pending: int
    findings: Findings

    @property
    def is_sound(self) -> bool:
        """Whether every line was a reply, new or not."""
        return HARMLESS.issuperset(self.findings)

    def count(self, finding: Finding) -> int:
        """How many lines there are of a kind."""
        return self.findings[finding].count if finding in self.findings else 0

    def lines(self) -> list[str]:
        """The report for people: what was done, what was found, what to do next."""
        done = f"{_counted(self.n_lines, 'line')} read, {_counted(self.n_stored, 'reply', 'replies')} stored, "
        done += f"{_counted(self.n_failed, 'call')} failed, ${self.cost_usd:,.4f} in all."
        if not (self.n_stored or self.n_failed or self.n_given_up):
            done = f"{_counted(self.n_lines, 'line')} read. Nothing has changed: there is nothing new in them."
        found = [f"  {kind} ({remarks.count:,}): {remarks}" for kind, remarks in self.findings.items()]
        return [done, *found, *self._failed(), self._next()]

    def _failed(self) -> list[str]:
        said = []
        if self.n_passing:
            each = "waits" if self.n_passing == 1 else "wait"
            said.append(f"{_counted(self.n_passing, 'request')} failed for a reason that may pass, and {each} on.")
        if self.n_given_up:
            each = "waits" if self.n_given_up == 1 else "wait"
            said.append(
                f"{_counted(self.n_given_up, 'request')} failed for good, and {each} no longer: the next build goes "
                "on without a reply. To have such requests asked again, run docketbench batch export --failed before."
            )
        return said

    def _next(self) -> str:
        if not self.n_still_pending:
            return "No request waits any more: run the build again, which goes on from here."
        return (
            f"{_counted(self.n_still_pending, 'request')} without a reply: import the files that are still out, "
            "or export anew what waits."
        )


def _counted(number: int, noun: str, plural: str = "") -> str:
    return f"{number:,} {noun if number == 1 else plural or f'{noun}s'}"


def import_results(
    paths: Iterable[Path],
    cache: Cache,
    pending: Pending,
    ledger: Ledger,
    prices: Mapping[str, Price],
    *,
    discount: float = BATCH_DISCOUNT,
    now: Callable[[], float] = time.time,
) -> ImportReport:
    """Takes result files into the cache, a block of lines at a time.

    The order that loses nothing: a block's replies are stored; then, in one step, the ledger gets its rows, failures
    that last are noted, and these requests wait no longer. A kill in between leaves requests that are answered and
    wait, which the next import of the same file settles. So a row is written once for a reply, however often and by
    however many a file is imported. A request that failed for a reason that may pass goes on waiting; what a failure
    cost is written once. A reply that comes after a failure is stored, and wins.

    Args:
        paths: as for `read_results`.
        cache: where replies go; what it holds for a key stays.
        pending: what waits; in one database with the ledger.
        ledger: gets a row for every reply and every failure.
        prices: as for `read_results`.
        discount: as for `read_results`.
        now: seconds since 1970.

    Raises: MissingFileError: a file cannot be opened, before anything was stored; DamagedRequestError; ValueError: a
        discount out of range, two databases.
    """
    _require_one_database(pending, ledger)
    reading = _Reading(prices, discount)
    total = _Total()
    for block in batched(reading.lines(_openable(paths)), BLOCK_ROWS):
        keys = sorted({line.key for line in block if KEY.fullmatch(line.key)})
        waiting = pending.find(keys)
        held: dict[str, bytes | None] = {key: _says(stored) for key, stored in cache.get_many(keys).items()}
        outcomes = reading.sort(block, waiting, held)
        cache.put_many((each.row.request, each.stored) for each in outcomes if each.is_whole)
        total.add(_settle(ledger, outcomes, moot=sorted(waiting.keys() & held.keys()), seconds=now()))
    return ImportReport(
        n_lines=reading.n_lines,
        n_stored=total.n_stored,
        n_failed=total.n_failed,
        n_given_up=len(total.given_up),
        n_passing=len(total.passing),
        cost_usd=total.cost_usd,
        n_still_pending=pending.count(),
        findings=reading.findings(),
    )


class _Settled(NamedTuple):
    """What was done with a block. Keys: `given_up` are new among those that wait no longer, `passing` wait on."""

    n_stored: int
    n_failed: int
    cost_usd: float
    answered: AbstractSet[str]
    given_up: AbstractSet[str]
    passing: AbstractSet[str]


@dataclass
class _Total:
    n_stored: int = 0
    n_failed: int = 0
    cost_usd: float = 0.0
    given_up: set[str] = field(default_factory=set)
    passing: set[str] = field(default_factory=set)

    def add(self, settled: _Settled) -> None:
        """Adds a block that follows: a request may fail in one and be answered in the next."""
        self.n_stored += settled.n_stored
        self.n_failed += settled.n_failed
        self.cost_usd += settled.cost_usd
        self.given_up = (self.given_up | settled.given_up) - settled.answered
        self.passing = (self.passing | settled.passing) - settled.answered - self.given_up


def _require_one_database(pending: Pending, ledger: Ledger) -> None:
    engines = [store.database.engine for store in (pending, ledger)]
    if engines[0].url != engines[1].url or isinstance(engines[0].pool, StaticPool):
        raise ValueError("the pending requests and the ledger lie in two databases; open both by the URL of one")


def _openable(paths: Iterable[Path]) -> list[Path]:
    """The paths, after each was opened: the third is not found missing when two are stored."""
    listed = list(paths)
    for path in listed:
        try:
            path.open("rb").close()
        except OSError as error:
            raise MissingFileError(str(path), WHAT, error.strerror or "unreadable") from error
    return listed


def _settle(ledger: Ledger, outcomes: Sequence[_Outcome], moot: Sequence[str], seconds: float) -> _Settled:
    """Writes the rows of a block and takes its requests out of what waits, in one transaction.

    Args:
        ledger: of the database in which the requests wait.
        outcomes: of one block, each key at most once with a whole reply.
        moot: keys that wait although the cache answers them, and of which the block has failures alone.
        seconds: since 1970, for the rows.
    """
    whole = {each.row.key: each for each in outcomes if each.is_whole}
    failures = {each.digest: each for each in outcomes if not each.is_whole}
    noted = {each.row.key: each.failure for each in failures.values() if each.failure and each.row.key not in whole}
    with ledger.database.write() as connection:
        ledger.database.lock(connection, BUDGET_LOCK)  # of two who import at once, one looks after the other is done
        waits = _among(connection, PENDING.c.key, whole)
        known = _among(connection, FAILED_LINES.c.digest, failures)
        keys = [each.row.key for each in failures.values()]
        was_given_up = _among(connection, FAILURES.c.key, keys, FAILURES.c.is_lasting.is_(True))
        stored = [each for key, each in whole.items() if key in waits]
        fresh = [each for digest, each in failures.items() if digest not in known]
        at_utc = datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")
        calls = [_call(each, at_utc) for each in (*stored, *fresh)]
        ledger.insert(connection, [asdict(call) | {"source": call.source.value} for call in calls])
        if fresh:
            rows = [{"digest": each.digest, "key": each.row.key} for each in fresh]
            connection.execute(sa.insert(FAILED_LINES), rows)
        # Not of fresh lines alone: the same words may come again for a request that was asked again.
        note(ledger.database, connection, noted.values())
        connection.execute(sa.delete(PENDING).where(PENDING.c.key.in_([*waits, *moot])))
    failed_now = {each.row.key for each in fresh if each.is_new} - whole.keys()
    return _Settled(
        n_stored=len(stored),
        n_failed=len(fresh),
        cost_usd=sum(call.cost_usd for call in calls),
        answered=whole.keys(),
        given_up=noted.keys() - was_given_up,
        passing=failed_now - noted.keys() - was_given_up,
    )


def _among(
    connection: sa.Connection, column: sa.Column[str], values: Iterable[str], *conditions: sa.ColumnElement[bool]
) -> set[str]:
    """Those of a block's values that stand in a column."""
    return set(connection.execute(sa.select(column).where(column.in_(list(values)), *conditions)).scalars())


def _call(outcome: _Outcome, at_utc: str) -> Call:
    row, stored = outcome.row, outcome.stored
    return Call(
        at_utc=at_utc,
        release=row.release,
        stage=row.stage,
        role=row.role,
        model=row.model,
        prompt_id=row.prompt_id,
        prompt_version=row.prompt_version,
        key=row.key,
        source=Source.BATCH,
        input_tokens=stored.input_tokens,
        output_tokens=stored.output_tokens,
        cost_usd=stored.cost_usd,
        seconds=0.0,
        outcome=outcome.outcome,
    )
