"""A last batch, written after all changes, for the kinds whose wordings are most open."""

from __future__ import annotations

DEIXIS = (
    "If the report is to be believed, what did Ann Reddick buy from Quill Brothers?",
    "What, as it says, did Ann Reddick buy from Quill Brothers?",
    "What did Ann Reddick, in the writer's opinion, buy from Quill Brothers?",
    "What did the buyer in question get from Quill Brothers?",
    "What did Ann Reddick buy from the latter?",
    "What did Ann Reddick buy from the aforesaid brothers?",
    "What did Ann Reddick buy the same afternoon?",
    "What did Ann Reddick buy from those people?",
    "What did Ann Reddick buy from one such dealer?",
    "What did Ann Reddick buy from him?",
    "What did we hear that Ann Reddick bought from Quill Brothers?",
    "What did the individual buy from Quill Brothers?",
    "What did the narrator buy from Quill Brothers?",
    "What does the enclosed bill say that Ann Reddick bought?",
    "What did Ann Reddick buy, to take the text at its word?",
    "Per the foregoing, what did Ann Reddick buy from Quill Brothers?",
    "What did Ann Reddick buy a few days later?",
    "What did Ann Reddick buy this spring?",
    "What did Ann Reddick buy at the shop mentioned?",
    "Which of the things listed did Ann Reddick buy?",
)
SOURCE_LEAK = (
    "What does folio 12 say that Ann Reddick bought?",
    "What did Ann Reddick buy as recorded in HV-00417.txt?",
    "What did Ann Reddick buy, according to the file on her in box 3?",
    "What did Ann Reddick buy (doc 417)?",
    "What did Ann Reddick buy, per the catalogue entry 12/7?",
    "What did Ann Reddick buy in the paper with reference HV/417?",
    "What did Ann Reddick buy according to 104-10012-10034?",
    "What did Ann Reddick buy in the Harbor Board file?",
    "What did Ann Reddick buy on page 3?",
    "What did Ann Reddick buy in the ledger at reel 5?",
    "What did Ann Reddick buy, by the lights of hv-00417?",
    "What did Ann Reddick buy (https://hv.example.org/417)?",
    "What did Ann Reddick buy in the fourth folder?",
    "What did Ann Reddick buy in exhibit 9?",
    "What did Ann Reddick buy in the record dated in the margin as no. 417?",
)
BOILERPLATE_QUESTION = (
    "What does the stamp on the Quill bill say?",
    "Which line heads the Quill letter?",
    "What is the classification of the Quill memo?",
    "How many pages has the Quill report?",
    "What does the confidentiality footer of the Quill e-mail say?",
    "Who was copied on the Quill memorandum?",
    "What is the title of the Quill form?",
    "Which release stamp is on the Quill cable?",
    "What printed words introduce the sender of the Quill fax?",
    "Which exemption code was written beside the Quill paragraph?",
    "What is at the bottom of each page of the Quill transcript?",
    "When was the Quill file declassified?",
    "What is the fax number on the Quill cover sheet?",
    "Which section of the Quill form is to be ticked?",
    "What marking shows that the Quill memo was not for circulation?",
)
GIVEN_AWAY = (
    ("When did the 2nd of June 1963 vote take place?", "June 2, 1963", "voted on June 2, 1963"),
    ("On 6/2/1963, when did the Board vote?", "June 2, 1963", "voted on June 2, 1963"),
    ("When was it, if not June 2d, 1963, that the Board voted?", "June 2, 1963", "voted on June 2, 1963"),
    ("How much, $1,500.00, did Quill get?", "$1,500", "Quill got $1,500"),
    ("How much did Quill get of the fifteen hundred dollars?", "$1,500", "Quill got $1,500"),
    ("How many lots did Quill buy in buying nine lots?", "9", "Quill bought 9 lots"),
    ("Who sold to Quill, Lund being the seller?", "Otto Lund", "Otto Lund sold to Quill"),
    ("Which Lund sold to Quill?", "Otto Lund", "Otto Lund sold to Quill"),
    ("What did Quill do with the old barge, the old barge?", "the old barge", "Quill had the old barge"),
    ("Where in the Corn Exchange did Quill sit?", "the Corn Exchange", "Quill sat in the Corn Exchange"),
)
DIRECTION = (
    ("What did Quill ask?", "$900, steeper than the $1,100 of Lund", "$900; $1,100"),
    ("What did Quill ask?", "$900, a notch above $1,100", "$900; $1,100"),
    ("What did Quill ask?", "It was knocked down from $900 to $1,100", "$900; $1,100"),
    ("What did Quill ask, Lund having asked $1,100?", "Quill asked more, $900", "$900; $1,100"),
    ("What did Quill ask when the price ballooned from $1,100?", "$900", "$900; $1,100"),
    ("How many lots did Quill buy?", "9 lots, no fewer than 12 lots", "9 lots; 12 lots"),
    ("How many lots did Quill buy, a shrinkage from 9 lots?", "12 lots", "9 lots; 12 lots"),
    ("When did Quill sell?", "June 2, 1963, which postdates July 9, 1963", "June 2, 1963; July 9, 1963"),
    ("When did Quill sell?", "June 2, 1963, no earlier than July 9, 1963", "June 2, 1963; July 9, 1963"),
    ("When did Quill sell, later than July 9, 1963?", "June 2, 1963", "June 2, 1963; July 9, 1963"),
    ("When did Quill sell?", "July 9, 1963, which was before June 2, 1963", "June 2, 1963; July 9, 1963"),
    ("When did Quill sell?", "It was delayed from July 9, 1963 to June 2, 1963", "June 2, 1963; July 9, 1963"),
)
UNTRACED: tuple[str, ...] = ()
REDACTED: tuple[str, ...] = ()
BANNER: tuple[str, ...] = ()
DUPLICATE: tuple[tuple[str, str], ...] = ()
