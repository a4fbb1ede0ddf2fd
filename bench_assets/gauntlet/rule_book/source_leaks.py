"""Words of a question that name where its answer lies: a file, a record number, a page, an address, a document's id.

Belongs here: numbers and names that find the document without reading it. Does not: what the documents are about.
A number of a contract, an account, a permit, a flight or a law is what a question may be about, so it is no leak; that
of a file, a record, a box or an exhibit is the archive's, and is one.
"""

from __future__ import annotations

import re

from bench_assets.gauntlet.rule_book.context import Context, id_like
from bench_assets.gauntlet.rule_book.drafts import Draft

MIN_OWN_ID_CHARS = 3

_FILE_NAME = re.compile(
    r"\b[\w-]+\.(?:pdf|txt|docx?|rtf|tiff?|jpe?g|png|gif|eml|msg|html?|csv|xlsx?|pptx?|parquet|jsonl?|xml|zip|md)\b",
    re.IGNORECASE,
)
_ADDRESS = re.compile(
    r"\b(?:https?|ftp|file|s3|hf)://\S+|\bwww\.\S+|(?<![@\w.])[a-z][\w-]*(?:\.[\w-]+)*\.(?:gov|org|edu|mil|example|"
    r"net|com)/\S*"
    r"|(?<![@\w.])[a-z][\w-]*(?:\.[\w-]+)+\.(?:gov|org|edu|mil|example|net)\b",
    re.IGNORECASE,
)
_ARCHIVE = (
    r"file|record|document|doc|box|folder|reel|frame|control|serial|agency|archive|archival|nara|bates|rif|accession|"
    r"catalogue?|exhibit|evidence|inventory|item|page|production|scan|image|batch|shard|docket|docid"
)
_SIGN = r"(?:\s?(?:no\b\.?|nos\b\.?|numbers?\b|num\b\.?|nr\b\.?|id\b|identifier\b|#|designation\b))"
_ARCHIVE_NUMBER = re.compile(
    rf"\b(?:{_ARCHIVE})s?[\s_-]*{_SIGN}\s*[:=]?\s*[\"“]?(?=\w*[\d-])[\w./-]*\d|"
    r"(?<!p\.o\. )(?<!office )(?<!ballot )(?<!po )\b(?:box|folder|file|reel|document|doc\.?|record|dossier|bundle|"
    rf"binder|accession|docid|record group|rg|series|carton|exhibit)s?\s+[\"“#]?(?:[A-Z]{{1,6}}[-/ ]?)?\d[\w./-]*"
    r"|\b(?:record|file|document|doc|nara|bates|control|agency|rif|accession|archive|docket)[\s_-]?(?:id|no|number|"
    rf"num|#|identifier)\b",
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    r"\b(?:with|bearing|under|having|as) (?:the |an? )?(?:id|identifier|reference|stamp) (?:no\.? |"
    r"number )?[\"“]?[\w-]*\d|"
    r"\bid[ :#]+[\w-]*\d",
    re.IGNORECASE,
)
_OF_PAPER = (
    r" of [^?]{0,40}\b(?:memo\w*|letter|report|document|file|record|cable|message|deposition|transcript|statement|"
    r"minutes|"
    r"affidavit|ledger|dispatch|testimony)\b"
)
_PLACE_IN = re.compile(
    r"\b(?:pages?|pp?\.|folio|paragraph|para\.?|frame|sheet|footnote|exhibit)\s*(?:no\.?\s*|number\s*|#\s*)?"
    r"(?:\d+|[ivxl]{1,5}\b|one\b|two\b|three\b|four\b|five\b|six\b|seven\b|eight\b|nine\b|ten\b)(?! of the [A-Z])|"
    r"\bline\s+\d+\b|\b(?:first|second|third|fourth|fifth|last|final|opening|closing|top|bottom) (?:page|paragraph|"
    r"line|sheet|sentence)" + _OF_PAPER + r"|"
    r"\bon (?:the )?(?:first|second|third|fourth|last|next|cover) page\b",
)
_IN_FILE = re.compile(
    r"\b(?:[Ii]n|[Ff]rom|[Ww]ithin|[Ii]nside|[Uu]nder|of) (?:the |a |its |case |personnel |security |subject |"
    r"correspondence )*"
    r"(?:[A-Z][\w.'\u2019-]* ){0,3}(?:case |personnel |security |subject |correspondence |\d{3} )?"
    r"(?:file|folder|dossier|data ?set|corpus|shard|microfilm|record group|docket)(?! (?:clerk|cabinet|room|drawer|"
    r"copy)s?\b)\b"
    r"|\b(?:file|folder|dossier) [\"“]",
)
_GROUPED = re.compile(
    r"(?<![\w$£€.,/-])(?!(?:1[5-9]|20)\d\d-(?:1[5-9]|20)?\d\d(?![\d-]))(?:\d{2,4}-\d{3,}(?:-\d+)*|"
    r"\d{1,4}-\d{1,4}-\d{3,}(?:-\d+)*|\d{1,3}(?:[-/]\d{1,4}){3,})(?![\w%])"
)
_STAMPED = re.compile(
    r"(?<![\w$£€])(?:[A-Z]{2,}(?:[-_ ][A-Z]{2,})*[-_ ]?\d{5,}|[A-Z]{1,6}[-_]?\d{2,4}[-_/]\d{2,}(?:[-_/]\d+)*|"
    r"[A-Z]{2,6}[-_]\d{4,}|"
    r"[A-Z]{1,5}\s?\d{1,4}/\d{1,4}[-/]\d+(?:[-/]\d+)*|[A-Z]\d{5,})(?![\w%])"
)
_LONG = re.compile(r"(?<![\w$£€.,/-])\d{7,}(?![\w%]|[.,]\d)")
_OF_MATTER = re.compile(
    r"\b(?:contract|account|acct|permit|licen[cs]e|invoice|che(?:ck|que)|order|bid|tender|lot|policy|voucher|bond|"
    r"patent|"
    r"flight|hull|registration|law|resolution|ordinance|act|bill|lease|loan|deed|vessel|ship|aircraft|parcel|claim|"
    r"grant|"
    r"certificate|receipt|train|car|locomotive|warrant|model|tail|plate|container|shipment|wire|transfer|transaction|"
    r"receiver|ticket|membership|badge|purchase order|route|regulation|directive|specification|project)s?"
    r"(?:['\u2019]s)?\s*(?:no\b\.?|number\b|numbered|#|:)?\s*[\"“]?(?:[A-Z]{1,6}[- ]?)?$",
    re.IGNORECASE,
)


# What holds, cuts up or copies papers, and its number or letter. A number of pages, boxes or parts stands before.
_CODE = r"(?:[A-Z]{1,6}[-/. ]?)?\d[\w./-]*|[A-Z](?:[-/]?\d+)?(?![\w.'\u2019])|[IVXL]{1,6}\b"
_HOLDER = (
    r"scan|image|img|leaf|folio|fol\.|shelf ?-?mark|call ?-?mark|micro(?:fiche|film|form|card)|fiche|tab|divider|"
    r"envelope|packet|"
    r"bundle|binder|carton|accession|entry|record|row|line|chunk|segment|fragment|"
    r"passage|excerpt|extract|snippet|section|paragraph|para|sub-?paragraph|clause|column|verse|slide|screen|sheet|"
    r"transcript|cassette|disk|disc|diskette|tape|volume|vol\.|vols\.|tome|annex|appendix|attachment|enclosure|exhibit|"
    r"plate|negative|print|photostat|photocopy|upload|download|batch|series|sub-?series|fonds|lot file|"
    r"index card|docket|dossier|asset|entry|hash|guid|uuid|uri|url|path|ms|mss|rg|"
    r"bates|stamp|serial|sample|sequence|seq|doc|docs|document|memo|memorandum|cable|telegram|letter|report|message|"
    r"item|text|source|reference|ref|file|folder|box|reel|frame|roll|spool|page|pg|pp|page range"
)
_SHELF = re.compile(
    rf"(?<!P\.O\. )(?<!Office )(?<!PO )(?<!P\.O\.)(?<!allot )\b(?i:{_HOLDER})(?i:s|es)?\.?(?:\s?(?i:no\b\.?|"
    rf"nos\b\.?|number(?:ed)?|num\b\.?|nr\b\.?|id\b|identifier|code|labell?ed|"
    rf"marked|tagged|called|titled|#))?\s?[:=#(\[\"“]?\s?(?:{_CODE})(?! (?:of|in) (?:the )?[A-Z])(?! (?i:january|"
    rf"february|march|april|may|june|july|"
    rf"august|september|october|november|december))"
    rf"|\b(?i:{_HOLDER})(?i:s)? (?i:with|bearing|having|under|of|whose) (?i:the |an? )?(?i:serial |file |record |"
    rf"document )?"
    rf"(?i:no\.?|number|key|id|identifier|code|label|name|stem|title)\b(?: is| of|:|=)? ?[\"“]?(?:{_CODE})"
    rf"|\b(?i:{_HOLDER}) (?i:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|"
    rf"fifteen|sixteen|"
    rf"seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)\b(?! [a-z]+s\b)"
    r"|\bid\s?[:=]\s?\w*\d|#\s?\d{2,}|\b[sp]{1,2}\. ?\d+(?=\W)|\bpp?\.? ?\d+\s?[-\u2013]\s?\d+"
    r"|\b(?i:vol(?:ume)?)\.? (?:\d+|[IVXL]+)\b(?:,? (?:at|p\.?|pp\.?|page|folio) ?\d+)"
    r"|\b(?i:the )?(?i:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|final|penultimate|opening|"
    r"closing|next|\d+(?:st|nd|rd|th)) (?i:page|leaf|folio|sheet|paragraph|frame|image|scan|attachment|enclosure|"
    r"document|file|box|folder|reel|roll|tab|entry|row|chunk|exhibit|annex|appendix|footnote)\b(?! of (?:the )?[A-Z])"
)
_FORMAT = re.compile(
    r"\b(?:as|in|per|from|according to|see|open|consult|by) (?:the|a|this|that|its) (?:\w+ ){0,2}(?:pdf|tiff?|"
    r"jpe?g|png|docx?|"
    r"html|json|csv|xml|txt|parquet|spreadsheet|text file|data ?set|data ?base|corpus|release|collection|archive|"
    r"repository|index|catalogue?|metadata|file ?name|url|link|scan|microfilm|microfiche|finding aid|website|web ?page|"
    r"web ?site|upload|download|bundle)\b(?! of (?:the )?(?!papers|documents|files|records))(?! (?:department|"
    r"office|board|"
    r"clerk|building|room)\b)",
    re.IGNORECASE,
)


def find_source_leak(draft: Draft, context: Context) -> str:
    """What of a question names its source, in a sentence; "" for nothing."""
    leaked = next((token for token in id_like(draft.question) if token in context.leaked_ids), "")
    if leaked:
        return f"the question holds {leaked!r}, which is a document's id or a part of one"
    own = next((doc_id for doc_id in _own_ids(draft) if _holds(draft.question, doc_id)), "")
    if own:
        return f"the question names its document {own!r}"
    found = _named_file(draft) or _number(draft.question)
    return f"the question names its source: {found!r}" if found else ""


def _shelved(question: str) -> str:
    """A container, a part or a copy of an archive's, and the number or letter that picks it out."""
    found = _SHELF.search(question) or _FORMAT.search(question)
    return found[0].strip() if found else ""


def _own_ids(draft: Draft) -> list[str]:
    """The ids of a draft's documents that are no bare figure that a year or an amount may be."""
    ids = {part.doc_id for part in draft.evidence}
    return sorted(
        one
        for one in ids
        if len(one) >= MIN_OWN_ID_CHARS and not one.isalpha() and not (one.isdigit() and len(one) < 5)
    )


def _holds(question: str, doc_id: str) -> bool:
    stem = re.sub(r"\.\w{2,5}$", "", doc_id)
    return re.search(rf"(?<!\w){re.escape(stem)}(?!\w)", question, re.IGNORECASE) is not None


def _named_file(draft: Draft) -> str:
    for pattern, text in (
        (_FILE_NAME, draft.question),
        (_ADDRESS, draft.question),
        (_ARCHIVE_NUMBER, draft.outside_titles),
        (_NUMBERED, draft.outside_titles),
        (_PLACE_IN, draft.outside_titles),
        (_IN_FILE, draft.outside_titles),
    ):
        found = pattern.search(text)
        if found:
            return found[0].strip()
    return _shelved(draft.outside_titles)


def _number(question: str) -> str:
    """A number of an archive's shape, unless the words before it say that a contract, an account or the like has it."""
    for pattern in (_GROUPED, _STAMPED, _LONG):
        for found in pattern.finditer(question):
            if not _OF_MATTER.search(question[: found.start()]):
                return found[0].strip()
    return ""
