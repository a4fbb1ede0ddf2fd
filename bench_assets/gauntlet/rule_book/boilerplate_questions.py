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
    r"\b(?:classification|security|handling|distribution|declassification|secrecy|dissemination|release|control|"
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
    r"\b(?:file|record|document|docket|case|control|serial|accession|archive|archival|form|box|folder|reel|reference|"
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
_RELEASED = re.compile(
    r"\b(?:when|date|year|month)\b[^?]{0,60}\b(?:document|record|memo\w*|file|paper|"
    r"cable)s?\b[^?]{0,60}\b(?:released|declassified|reviewed|opened|withheld|scanned|unsealed|disclosed)\b"
    r"|\b(?:release|review|declassification|downgrading|scanning|filing) date\b|\bdate of (?:last review|release|"
    r"declassification|downgrading|review)\b",
    re.IGNORECASE,
)
_TITLE_OF = re.compile(
    r"\b(?:subject|titled|entitled|title|called|headed|heading|caption|named|song|book|article|film|"
    r"play)\b[^\"“]{0,12}[\"“][^\"“”]*$",
    re.IGNORECASE,
)


def find_boilerplate_question(draft: Draft, context: Context) -> str:
    """What of the paper a question asks about, in a sentence; "" when it asks about a matter."""
    bare = draft.outside_titles
    found = _ASKS.search(bare) or _RELEASED.search(bare)
    if found is None and _ON_PAPER.search(bare):
        found = _WITH_PAPER.search(bare) or _OF_PAPER.search(bare)
    if found:
        return f"the question asks about the paper, not the matter: {shortened(found[0].strip())!r}"
    line = _quoted_line(draft, context) or context.boilerplate.inside(_NAME.sub(NO_LINE, bare), MIN_LINE_WORDS)
    return f"the question asks about a line that many documents share: {shortened(line)!r}" if line else ""


def _quoted_line(draft: Draft, context: Context) -> str:
    """The repeated line that a question quotes other than as a title."""
    for title in titles(draft.question):
        at = draft.question.find(title)
        if not _TITLE_OF.search(draft.question[:at]) and (line := context.boilerplate.like(title)):
            return line
    return ""
