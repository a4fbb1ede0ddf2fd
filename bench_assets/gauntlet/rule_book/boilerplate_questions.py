"""Questions that ask about paper instead of matters: stamps, form fields, page counts, distribution, file numbers.

Belongs here: what is asked for, and lines of the corpus that a question quotes. Does not: answers that are such lines
(banners.py).
"""

from __future__ import annotations

import re

from bench_assets.gauntlet.rule_book.context import Context
from bench_assets.gauntlet.rule_book.drafts import Draft, shortened, titles

MIN_LINE_WORDS = 5  # of a repeated line that stands in a question unquoted
NO_LINE = (
    "|qzq|"  # in place of a name: an office's name is a line of many documents, and no question about it is at fault
)
_NAME = re.compile(r"(?<=\S\s)[A-Z][\w'\u2019-]*[a-z][\w'\u2019-]*")
_PAPER = (
    r"memo\w*|letters?|documents?|reports?|cables?|messages?|e-?mails?|telegrams?|transcripts?|dispatch\w*|"
    r"teletypes?|fax\w*|facsimiles?|"
    r"pages?|forms?|sheets?|slips?|covers?|files?|records?|folders?|papers?|cop(?:y|ies)|minutes|depositions?|"
    r"release|ledgers?|calendars?|"
    r"correspondence|affidavits?|exhibits?|packets?|bundles?|notices?|margin|envelope|scans?|statements?|"
    r"communications?|notes?|entr(?:y|ies)"
)
_ASKS = re.compile(
    r"\b(?:security|secrecy|sensitivity) (?:grad\w+|class\w*|rating|designation|clearance|restriction|tier|"
    r"protection)\b|\b(?:classification|security|handling|distribution|declassification|secrecy|dissemination|"
    r"release|control|"
    r"archival|confidentiality|privilege) "
    r"(?:marking|level|stamp|label|caveat|legend|grade|status|banner|notice|category|authority|code|mark|"
    r"restriction)s?\b|"
    r"\b(?:security|document'?s?|memo\w*'?s?|its|original|highest) classification\b|\b(?:how|as what) (?:is|was|are|"
    r"were) (?:the|a|an|this|that) [^?]{0,80}\b(?:classified|marked|stamped|labell?ed)\b|"
    r"\b(?:foia|privacy act|disclosure|b\(?\d\)?)?\s*exemptions?\s*(?:code|number|claimed|cited|invoked|b\b|\(|\d)|"
    r"\b(?:which|what|under (?:which|what)) (?:\w+ ){0,3}exemptions?\b|"
    r"\bdeclassif\w+|\bdowngrad\w+|\bdistribution list\b|\b(?:on|of|in) (?:the )?distribution\b|\brouting (?:slip|"
    r"sheet|symbol|list)\b|\b(?:fax|facsimile) (?:cover|transmittal|header|number)\b|"
    r"\bcover (?:sheet|page)\b|\btransmittal (?:sheet|slip|form)\b|\bletter-?heads?\b|\bwater-?marks?\b|"
    r"\bbar-?codes?\b|\bbates\b|\brubber[- ]stamp\w*|\b(?:date|received|receipt|archive'?s?|archival|registry|filing|"
    r"time)[- ]stamps?\b|"
    r"\bpage (?:count|number|total)s?\b|\b(?:number|total) of pages\b|\bhow many (?:\w+ )?pages\b|"
    r"\bhow many (?:sheets|copies) (?:does|did|is|are|was|were)\b|\bincluding (?:the )?cover\b|"
    r"\b(?:file|record|document|docket|case|call|shelf|registry|inventory|control|serial|accession|archive|"
    r"archival|form|box|folder|reel|reference|"
    r"bates|page|identification|rif|catalogue?)[ -]?(?:number|no\.?|id|identifier|code|designation|"
    r"series)s?\b(?! of (?:contract|account)\w*)|"
    r"\b(?:from|to|subject|date|re|ref|reference|attention|cc|via|action|info|remarks|caller|message|originator|"
    r"title|classification|comments?|initials?) (?:line|field|box|block|column|label|section|heading|entry)s?\b|"
    r"\b(?:box|boxes|check ?box(?:es)?|option|square|field|blank)s? (?:is|are|was|were) (?:checked|ticked|marked|"
    r"filled|crossed)\b|\b(?:checked|ticked|crossed) (?:off |box|boxes|on|in)\b|"
    r"\b(?:check|tick)ed\b[^?]{0,60}\b(?:form|slip|sheet|cover)\b|"
    r"\bform (?:number|title|name|type|label)\b|\bwhat (?:kind|type|sort) of (?:form|document|record)\b|"
    r"\bdocument type\b|"
    r"\b(?:which|what) label\b|\blabel (?:stands|appears|precedes)\b|\boriginator\b|\boriginating (?:agency|"
    r"office) of the (?:document|record|memo\w*)\b|\brecords? series\b|\bcurrent status\b|\breviewed for release\b|"
    r"\b(?:approved|cleared|reviewed|withheld|released) (?:for|from|in|under|to the) (?:public )?(?:release|"
    r"disclosure|part|full|foia|public)\b|"
    r"\b(?:confidentiality|privacy|legal|copyright) (?:notice|disclaimer|legend)\b|\bdisclaimer\b|"
    r"\bunauthori[sz]ed (?:use|disclosure)\b|"
    r"\b(?:archive|repository|library|collection|holdings|archives)\b[^?]{0,50}\b(?:reproduc\w+|digiti[sz]ed|scanned|"
    r"microfilmed|photocopied)\b|\b(?:reproduced|digiti[sz]ed|scanned|microfilmed|photocopied) (?:from|by|at|for|on|"
    r"in)\b|"
    r"\b(?:copied|cc'?d|blind[- ]copied)\b(?= (?:on|in)\b)|\bcarbon copies\b|\b(?:cc|bcc)\b|\bin whose (?:holdings|"
    r"collection)\b|\b(?:from|in) (?:whose|which|what) holdings\b|"
    r"\bmarginalia\b|\bhandwritten (?:note|notation|annotation|initials)\b|\b(?:header|footer|masthead|boilerplate|"
    r"salutation|complimentary close|closing (?:line|phrase|formula)|sign-?off)\b",
    re.IGNORECASE,
)
# Words that ask about paper only beside a paper.
_WITH_PAPER = re.compile(
    r"\b(?:stamp(?:ed|s)?|mark(?:ed|ings?)|label(?:l?ed|s)?|banners?|captions?|headings?|legend|seal|printed|typed|"
    r"pre-?printed|imprint\w*|"
    r"annotated|initial(?:l?ed|s)|watermarked|released|scanned|filed|logged|received|indexed|micro\w+|classified|"
    r"sealed|"
    r"appears?|(?:is|was|are|were) written|reads?|says?|displayed|bears?|carr(?:y|ies)|shown|placed|"
    r"found)\b[^?]{0,90}?\b(?:(?:at|on|across|along|in) (?:the )?(?:very )?(?:top|bottom|foot|head|front|back|face|"
    r"margin|"
    r"header|footer|upper|lower|corner|first page|last page|each page|every page|cover|top and bottom|letterhead))\b"
    r"|\b(?:stamp|stamped|marking|markings|banner|legend|imprint)\b"
    r"|\b(?:released|re-?reviewed|reviewed|opened|declassified|scanned|digiti[sz]ed|photocopied|microfilmed|withheld|"
    r"unsealed) (?:in (?:full|part)|to (?:the )?(?:public|researchers)|by the (?:archives?|agency|national archives)|"
    r"for release|with deletions)\b"
    r"|\bheld in which (?:box|folder|file|archive|collection)\b|\bfiled (?:under|in)\b|\bwhich (?:box|folder|reel|"
    r"repository)\b|"
    r"\bwhich (?:file|archive|collection) (?:holds?|contains?|has|is|was|keeps?)\b|\b(?:on|according to|in) (?:its|"
    r"the) distribution\b(?! of)",
    re.IGNORECASE,
)
_FEATURE = (
    r"headings?|headers?|footers?|captions?|classification|stamps?|markings?|labels?|legends?|banners?|seals?|"
    r"notations?|annotations?|"
    r"initials|signature block|letterhead|watermark|disclaimer|handwriting|stationery|typeface|layout|copy number|"
    r"letter-?head|"
    r"salutation|sign-?off|postmark|return address|file name|filename|docket|reference line|boilerplate|page length|"
    r"length|routing|"
    r"privilege|caveats?|release status|status|provenance|custodian|sensitivity|handling|priority|precedence|urgency"
)
# Something of a paper's own, and the paper behind it; a mark, and what it marks.
_OF_PAPER = re.compile(
    rf"\b(?:{_FEATURE}) (?:of|on|in|for|at the (?:top|head|foot|bottom|end) of|above|below|across|carried by|"
    rf"borne by|given to|assigned to|under) "
    rf"(?:the |a |an |each |every |all )?(?:[\w'\u2019.-]+ ){{0,4}}?(?:{_PAPER})\b"
    r"|\b(?:is|was|are|were|been|being) (?:marked|stamped|printed|pre-?printed|initial?led|ticked|checked|"
    rf"overstamped|rubber-stamped) (?:on|in|across|at|by hand on|as)\b"
    rf"|\bmark(?:s|ed|ing)?\b[^?]{{0,60}}\bas (?:\w+ )?(?:privileged|confidential|secret|urgent|an? draft|draft|"
    rf"classified|sensitive|restricted|private)\b"
    r"|\b(?:notice|warning|instruction|caveat|restriction|statement|sentence|words?|text|phrase|"
    rf"wording)s?\b[^?]{{0,60}}\b(?:marked|printed|stamped|typed|carr(?:y|ies|ied)|bears?|bore|appended|ends?|opens?|"
    rf"closes?|heads?|tops?)\b"
    rf"|\b(?:carr(?:y|ies|ied)|bears?|bore) (?:what|which)\b"
    rf"|\bfile (?:reference|copy|title|mark)s?\b|\bwithheld\b|\b(?:what|which) form (?:was|is|were|does|did)\b|"
    r"\bfor distribution\b|\bmarked with (?:an? )?(?:x|cross|tick|check)\b|\bthe archives? (?:gives?|assigns?|"
    rf"marks?|stamps?|lists?|holds?|classif\w+)\b"
    r"|\"\" (?:field|box|line|block|column|label|entry)s?\b|\b(?:line|field|box|column|entry) (?:of|on|in) (?:the |"
    r"a )?(?:\w+ )?(?:form|slip|sheet)\b|\bform (?:ask|say|require|request|label|call|have|provide|leave)s?\b|"
    rf"\b(?:tick|check)[- ]?(?:mark|box)"
    rf"|\bbox(?:es)?\b[^?]{{0,60}}\b(?:tick|check|mark|cross)(?:ed)?\b|\b(?:tick|check|mark|"
    rf"cross)(?:ed)?\b[^?]{{0,40}}\bbox(?:es)?\b",
    re.IGNORECASE,
)
_ON_PAPER = re.compile(rf"\b(?:{_PAPER})\b", re.IGNORECASE)
_SHEET = (
    _PAPER + r"|stationery|stationary|transmittals?|receipts?|vouchers?|tickets?|logs?|dossiers?|envelopes?|postcards?|"
    r"typescripts?|manuscripts?|photocop(?:y|ies)|carbons?|printouts?|bulletins?|circulars?|telefax(?:es)?|wires?|"
    r"questionnaires?|applications?|invoices?|worksheets?|templates?|pads?|cards?|checklists?|writing|attachments?|"
    r"enclosures?|appendi(?:x|ces)|annex(?:es)?|e-?mail threads?|threads?|agenda|index"
)
# What a paper has, beside what it says.
_PARTS = (
    r"caveats?|leaves|leaf|secrecy|labels?|sheet numbers?|precedence|initials?|slogans?|mottos?|notations?|typist\w*|"
    r"secretar(?:y|ies)'? initials|stenographer|logos?|emblems?|crests?|insignia|colophon|imprints?|"
    r"serial|numbering|pagination|folios?|sheets?|carbons?|enclosures?|markings?|marginal\w*|fonts?|typefaces?|"
    r"ink|paper "
    r"(?:size|stock|colou?r)|colou?r of (?:the )?(?:paper|ink|stamp|sheet)|size of (?:the )?(?:paper|sheet)|"
    r"addressee block|signature (?:line|block)|dateline|date line|line|blanks?|box(?:es)?|fields?|columns?|spaces?|"
    r"restrictions?|limits?|limitations?|conditions of (?:use|access)|disclaimers?|warnings?|legal notices?|"
    r"copyright|trade ?marks?|printer|print run|edition|revision|version|"
    r"form (?:letter|name|number)|routing|transmission|transmittal|time of (?:receipt|transmission)|receipt stamp|"
    r"page|pages|footnotes?|running (?:head|title|header)|sub-?headings?|headlines?|title page|cover|back|reverse|"
    r"reference|reference (?:number|initials|line)|classification|class|grade|grading|category|handling|channel|"
    r"exemptions?|release|repository|archives?|holding|holder|custody|folder|file|location of the original|"
    r"proof|draft number|copy number|number of copies|distribution|circulation|addressees|readership|privilege|status|"
    r"confidentiality|secret|security|instructions?|directions?|request|wording|words|word|text|sentence|phrase|"
    r"formula|"
    r"language|format|kind|type|sort|name|title|heading|header|footer|caption|marks?|stamps?|seals?|banner|legend|sign"
)
_BEARS = (
    r"bears?|bore|borne|carr(?:y|ies|ied)|has|have|had|shows?|shown|appears?|stands?|printed|pre-?printed|typed|"
    r"stamped|"
    r"embossed|engraved|inscribed|scribbled|handwritten|penned|pencil\w*|entered|heads?|headed|tops?|topped|"
    r"opens?|opened|"
    r"closes?|closed|ends?|begins?|starts?|introduc\w+|marks?|marked|applies|applied|assert\w*|claimed|used|seen|"
    r"displayed|"
    r"found|noted|recorded|indicated|imposed|given|placed|put|affixed|attached|appended|left (?:empty|blank|open|"
    r"out)|is (?:on|at|in|under|above|below|beneath)|"
    r"are (?:on|at|in|under|above|below|beneath)|was (?:on|at|under|above|below)|were (?:on|at|under|above|below)|"
    r"stand|read|reads|says|repeated|recurs?|accompan\w+|precedes?|follows?|separates?|frames?|surrounds?|kept|filed|"
    r"stored|held|belongs?|classified|graded|rated"
)
_ASKS_PART = re.compile(
    rf"^(?:(?:in|on|under|with|to|at|by|from|as|across|beneath|above|below) )?(?:what|which|whose|how many)\b(?: "
    rf"(?:is|was|are|"
    rf"were))?(?: the| an?)? (?:[\w'\u2019-]+ ){{0,2}}?(?:{_PARTS})\b(?:[^?]{{0,80}}\b(?:{_BEARS})\b[^?]{{0,60}}?\b"
    rf"(?:{_SHEET})\b|[^?]{{0,60}}\b(?:{_SHEET})\b[^?]{{0,40}}\b(?:{_BEARS})(?=\W*$| (?:under|for|in|on|at|by|as|"
    rf"across)\b))",
    re.IGNORECASE,
)
# What only a sheet has, whatever it is called.
_ASKS_SHEET = re.compile(
    r"\bwhat (?:does|do|did) (?:the |a )?(?:\w+ )?(?:stamp|marking|letterhead|header|footer|banner|label|"
    r"watermark|legend|"
    r"heading|caption|seal|imprint|disclaimer)s?\b[^?]*\b(?:say|read|state|warn|show|indicate|tell)\b"
    r"|\b(?:title|name|number|heading|purpose|code|label) of (?:the|this) (?:[\w'\u2019-]+ ){0,3}form\b(?! of\b)|"
    r"\b(?:wording|text|ink|colou?r|shape|reading|date|words?|letters?|legend|place|position) (?:of|in|on) "
    r"(?:the |an? |its )?(?:\w+ )?"
    r"(?:stamps?|seals?|headers?|footers?|headings?|banners?|markings?|labels?|letterheads?|watermarks?)\b"
    r"|\b(?:typefaces?|fonts?|(?:small|fine) print|holdings|mastheads?|page layout|stationery|letter-?heads?|"
    r"paper stock)\b",
    re.IGNORECASE,
)
_ASKS_HANDLING = re.compile(
    r"\b(?:marked|stamped|classified|label(?:l)?ed|headed|graded|designated|rated) (?:as |with |\w+ "
    r")?[\"“']?(?:top secret|secret|"
    r"confidential|restricted|unclassified|classified|urgent|draft|private|personal|copy|original|sensitive|privileged|"
    r"official use|eyes only|immediate|routine|priority|void|received|released)\b"
    r"|\b(?:fields?|lines?|boxes|box|spaces?|blanks?|columns?|rows?|cells?|sections?) (?:of|on|in) (?:the |an? |"
    r"its )?(?:[\w-]+ ){0,4}(?:form|slip|"
    r"sheet|receipt|questionnaire|application|card|pad|transmittal|template|ticket|voucher)\b"
    r"|\b(?:censor|archivist|reviewer|registrar|registry|declassifier|typist|clerk|librarian|records "
    r"office)\b[^?]{0,30}\b(?:stamp\w*|"
    r"mark\w*|initial\w*|annotat\w*|number\w*|label\w*|classif\w*|catalogu\w*)\b"
    rf"|\bhow many (?:[\w-]+ )?(?:pages|leaves|sheets|folios|copies|enclosures|attachments|carbons|words|lines|"
    rf"paragraphs)\b"
    rf"[^?]{{0,60}}\b(?:{_SHEET})\b(?! (?:sold|printed))"
    rf"|\b(?:graded|rated|ranked|classified|coded|marked|protected|restricted|cleared|screened|processed|"
    rf"reviewed|redacted|"
    rf"kept back|held back|withheld|opened|unsealed|sanitized|approved)\b[^?]{{0,40}}\bfor (?:security|secrecy|"
    rf"release|disclosure|"
    rf"publication|the public|declassification|sensitivity)\b"
    rf"|\b(?:{_SHEET})\b[^?]{{0,60}}\b(?:copied|cc'?d|circulated|routed|distributed|telefaxed|photocopied|microfilmed|"
    rf"digiti[sz]ed|scanned|catalogued|indexed|opened to|made public|kept back|held back|left (?:empty|blank|unfilled)|"
    rf"paginated|initial?led|countersigned in the margin|stored|archived|filed|shelved|numbered)\b(?=\W*$| (?:to|"
    rf"by|in|under|on|at|"
    rf"for|when|as)\b)"
    rf"|\b(?:got|received|sent|given|get|receive|were on|list\w*|named) (?:the )?(?:carbon |blind |courtesy |"
    rf"information |"
    rf"extra )?cop(?:y|ies) of the\b[^?]{{0,60}}\b(?:{_SHEET})\b"
    rf"|\b(?:kept|stored|held|filed|found|preserved|archived|shelved|boxed)\b(?=\W*$)"
    rf"|\b(?:its|their) own (?:confidentiality|secrecy|status|classification|handling|copying|distribution|"
    rf"disclosure|nature)\b"
    rf"|\b(?:made|produced|supplied|scanned|provided|furnished|owns?|holds?|keeps?) the (?:\w+ )?(?:copy|copies|"
    rf"scan|photocopy|"
    rf"microfilm|original)\b"
    rf"|\bform (?:on|in|with|for) which\b|\bpart of the (?:{_SHEET})\b[^?]{{0,40}}\b(?:left|kept|held|blanked|"
    rf"hidden|blacked|cut)\b"
    rf"|\b(?:at|near) the (?:top|foot|head|bottom|upper|lower)\b[^?]{{0,12}}\b(?:left|right|centre|center|corner|"
    rf"margin|edge|of (?:the|"
    rf"each|every|its)(?: [\w-]+){{0,4}} (?:{_SHEET}))\b"
    rf"|\b(?:described|designated|labelled|labeled|typed|listed|catalogued|categori[sz]ed|registered) "
    rf"as\b(?=[^?]{{0,10}}$)"
    rf"|^(?:as )?what (?:kind|sort|type|genre|class|category|form) of (?:paper|document|record|communication|"
    rf"item|form|sheet|"
    rf"writing|text|file|correspondence)\b(?! (?:of|did|was (?:made|sold|used|produced|adopted))\b)"
    rf"|\b(?:sheet|leaf|folio|page|copy|form|line|entry|print|edition|draft|version|stamp)[ -](?:number|no\.?|"
    rf"code|mark|count|letter)s?\b",
    re.IGNORECASE,
)
_RELEASED = re.compile(
    r"\b(?:when|date|year|month)\b[^?]{0,60}\b(?:document|record|memo\w*|file|paper|"
    r"cable)s?\b[^?]{0,60}\b(?:released|declassified|reviewed|opened|withheld|scanned|unsealed|disclosed)\b"
    r"|\b(?:release|review|declassification|downgrading|scanning|filing) date\b|\bdate of (?:last review|release|"
    r"declassification|downgrading|review)\b",
    re.IGNORECASE,
)
_ON_SHEET = re.compile(rf"\b(?:{_SHEET})\b", re.IGNORECASE)
_TITLE_OF = re.compile(
    r"\b(?:subject|titled|entitled|title|called|headed|heading|caption|named|song|book|article|film|"
    r"play)\b[^\"“]{0,12}[\"“][^\"“”]*$",
    re.IGNORECASE,
)


def find_boilerplate_question(draft: Draft, context: Context) -> str:
    """What of the paper a question asks about, in a sentence; "" when it asks about a matter."""
    bare = draft.outside_titles
    found = _ASKS.search(bare) or _RELEASED.search(bare)
    found = found or _ASKS_PART.search(bare) or _paper_handled(bare)
    if found is None and _ON_PAPER.search(bare):
        found = _WITH_PAPER.search(bare) or _OF_PAPER.search(bare)
    if found:
        return f"the question asks about the paper, not the matter: {shortened(found[0].strip())!r}"
    line = _quoted_line(draft, context) or context.boilerplate.inside(_NAME.sub(NO_LINE, bare), MIN_LINE_WORDS)
    return f"the question asks about a line that many documents share: {shortened(line)!r}" if line else ""


def _paper_handled(bare: str) -> re.Match[str] | None:
    return _ASKS_SHEET.search(bare) or (_ASKS_HANDLING.search(bare) if _ON_SHEET.search(bare) else None)


def _quoted_line(draft: Draft, context: Context) -> str:
    """The repeated line that a question quotes other than as a title."""
    for title in titles(draft.question):
        at = draft.question.find(title)
        if not _TITLE_OF.search(draft.question[:at]) and (line := context.boilerplate.like(title)):
            return line
    return ""
