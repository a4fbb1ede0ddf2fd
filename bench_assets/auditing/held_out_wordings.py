"""The held-out wordings of planted defects: how far a gate's rules reach beyond the wordings that they were written on.

Belongs here: the half that the authors of gates never see, written in quite another way than the open half: nobody who
writes or tunes a gate may read this file. Does not: records, or the open half (defect_wordings.py).
"""

from __future__ import annotations

from bench_assets.auditing.defect_wordings import (
    Directions,
    FigureChange,
    ItemWay,
    Order,
    Pair,
    Pick,
    QuoteChange,
    QuoteWay,
    Rewrite,
    Source,
    ValueKind,
    Wordings,
    WrongAnswer,
    for_detail,
    for_last,
    for_name,
    list_changes,
    middle,
    whole,
)

_RECASTS = (
    "{Q}?", "I am curious - {q}?", "{Q}, would you say?", "Kindly work out: {q}?", "A reader asks: {q}?",
    "Once more: {q}?", "{Q}...?",
)  # fmt: skip
_VERBS = (
    "(approve|meet|occur|pay|write|visit|appoint|receive|attend|deliver|inspect|report|award|call|interview|hold|sit)"
)
_REWRITES = (
    (rf"^On what date did (.+?) {_VERBS}\b(.*)\?$", r"Name the day on which \1 <\2>\3."),
    (r"^On what date did (.+?) (approve|inspect|award|visit|interview) (.+)\?$", r"When was \3 <\2> by \1?"),
    (r"^On what date did (.+?) occur\?$", r"How is the occurrence of \1 dated?"),
    (r"^When was (.+?) (\w+ed|held)\?$", r"The date, if you please, for \1 being \2?"),
    (r"^When did (.+?) take place\?$", r"Which entry in the calendar belongs to \1?"),
    (r"^Who signed (.+)\?$", r"Whose signature is under \1?"),
    (r"^Who led (.+)\?$", r"At the head of \1 stood whom?"),
    (r"^Who inspected (.+)\?$", r"The inspection of \1 fell to which official?"),
    (r"^Who first reported (.+)\?$", r"Word of \1 came first from whom?"),
    (r"^Who wrote (.+)\?$", r"Identify the author of \1."),
    (r"^To whom was (.+) addressed\?$", r"\1 had which recipient?"),
    (r"^Who (?:is|was) (.+)\?$", r"Give the name of \1."),
    (r"^Who (\w+) (.+)\?$", r"It is known that somebody \1 \2; who?"),
    (r"^Whom did (.+?) meet (.+)\?$", r"Who sat across from \1 in the meeting \2?"),
    (r"^Whom did (.+?) succeed as (.+)\?$", r"Who was \2 until \1 took over?"),
    (r"^How many (\w+) were (.+)\?$", r"Count the \1 \2."),
    (r"^How many (\w+) does (.+) (?:employ|operate)\?$", r"How large is the number of \1 at \2?"),
    (r"^What (?:was|is) the (.+) (?:for|of) (.+)\?$", r"\2 came with which \1?"),
    (r"^What bond was posted for (.+)\?$", r"As security for \1, how much was put up?"),
    (r"^Which (\w+) was the (.+) in (.+)\?$", r"In \3, the part of \2 went to which \1?"),
    (r"^Where (?:was|did) (.+?) (?:held|sit)\?$", r"Name the venue of \1."),
    (r"^Where did (.+?) meet (.+)\?$", r"Under whose roof did \1 meet \2?"),
    (r"^Which office does (.+) hold\?$", r"What post is filled by \1?"),
    (r"^When was (.+?) appointed (.+)\?$", r"Since when had \1 served as \2?"),
    (r"^What was (.+) before taking office\?$", r"In what capacity did \1 work until then, before any office?"),
    (r"^Where does (.+?) keep an office\?$", r"At what address is the office of \1 found?"),
    (r"^At how much was the damage from (.+) estimated\?$", r"How costly was \1 reckoned to be?"),
    (r"^((?:Who|Whom|What|When|Where|Which|How|On) .+)$", r"Supposing one looked it up, \1"),
    (r"^((?:Who|Whom|What|When|Where|Which|How|On) .+)\?$", r"Let it be established, \1."),
    (r"^Which people did (.+?) meet (.+)\?$", r"Draw up the names of all whom \1 met \2."),
    (r"^In what order did these happen, and on what date each: (.+)\?$",
     r"Arrange by time, saying when each took place: \1."),
    (r"^What do the documents record of (.+?) in (.+?), event by event, with the date of each\?$",
     r"Write a dated chronicle of what befell \1 in the course of \2."),
)  # fmt: skip

HELD_OUT = Wordings(
    deixis=(
        *whole(
            "Judging by what the writer of these lines sets down, {q}?", "{Q}, going by the sheet in hand?",
            "You have just read a page. Now: {q}?", "{Q}? (The answer stands a few lines up.)",
            "As our correspondent here puts it, {q}?", "{Q} - see the foregoing?",
            "on the evidence of the present text, {q}", "{Q}, to go by the material supplied?",
            "Going solely by the extract before you, {q}?", "{Q} in the minutes at hand?",
            "In what has been quoted, {q}?", "{Q}, as the same writer goes on to say?",
        ),
        *middle("{wh}, if the present note is to be believed, {rest}?", "{wh}, as set out herein, {rest}?"),
        *for_name("the undersigned", "the man just spoken of", "its addressee", "the last-named"),
        *for_detail("the undertaking hereinbefore described", "the said business"),
    ),
    source_leak=(
        *whole(
            "The third page of file {folder} holds the key: {q}?", "{Q}, to quote item {number} of the collection?",
            "Opening RIF {record}, one may ask {q}?", "{Q} [Bates {number}]?", "Reel {box}, frame {page}: {q}?",
            "{Q}; cf. www.papers.example.com/view?id={number}?", "If you look up {small_id} - {q}?",
            "{Q} (carton {box}, jacket {folder}, sheet {page})?", "scan_{number}_p{page}.tif reads thus. {Q}?",
            "{Q}, by the paper catalogued as {record}?", "Exhibit file '{number}.docx' aside, {q}?",
            '{Q}, as reproduced in the attachment "{number}_final.PDF"?',
        ),
        *middle("{wh}, if accession {record} is to be trusted, {rest}?", "{wh} (shelfmark {box}/{folder}) {rest}?"),
    ),
    given_forms={
        ValueKind.DATE: ("the {nth} of {Month}, {y}", "{m}/{d}/{y}", "{Mon}. {d}, {y}", "{d}.{m}.{y}", "{d}-{MON}-{y}"),
        ValueKind.MONEY: ("{words} dollars", "USD {digits}", "{thousands} thousand dollars", "$ {amount}.00"),
        ValueKind.NUMBER: ("{words}", "{digits}", "exactly {words}"),
        ValueKind.NAME: ("{last_first}", "{initials}", "{small}", "{given} {surname}"),
        ValueKind.OTHER: ("{bare}", "{small}", "that very {bare}"),
        ValueKind.ITEMS: ("{surnames}",),
    },
    given_away={
        ValueKind.DATE: (
            *whole("With {given} marked in every diary, {q}?", "It was {given}; and yet one asks: {q}?"),
            *middle("{wh} - everybody remembers {given} - {rest}?"),
            *for_detail("{it}, when the calendar showed {given},"),
        ),
        ValueKind.MONEY: (
            *whole("A cheque over {given} would have covered it: {q}?",
                   "{Q}, seeing that nobody paid a cent over {given}?"),
            *middle("{wh} (all {given} of it) {rest}?"),
        ),
        ValueKind.NUMBER: (
            *whole("Counting up to {given} and stopping there, {q}?", "{Q}, neither more nor fewer than {given}?"),
            *middle("{wh}, when the tally stood at {given}, {rest}?"),
        ),
        ValueKind.NAME: (
            *whole("{Q}, a task that was {given}'s?", "Thanks are due to {given}. {Q}?",
                   "Nobody but {given} comes into question, so {q}?"),
            *middle("{wh}, while {given} stood there as the one who mattered, {rest}?"),
        ),
        ValueKind.OTHER: (
            *whole("Where everyone speaks of {given}, {q}?", "{Q} (hint: {given})?"),
            *middle("{wh}, which is to say {given}, {rest}?"),
        ),
        ValueKind.ITEMS: whole("Leaving nothing out, neither {given}: {q}?", "{Q}, {given} being all there is?"),
        ValueKind.CLAUSES: whole("as {given} drew to a close, {q}",
                                 "{Q} (it was {given})", "{Q}, {given} being the day"),
    },
    figures=(
        FigureChange("five days on, or last two digits swapped", days=5, swapped=-2),
        FigureChange("three days before, or first two digits swapped", days=-3, swapped=0),
        FigureChange("a hundred years on, or a thousandfold", years=100, times=1000),
        FigureChange("half a year on, or a hundredth", months=6, times=0.01),
        FigureChange("twenty years before, or a third more", years=-20, times=1.3),
        FigureChange("three weeks on, or last digit raised", days=21, digit=-1),
        FigureChange("two months before, or last digit but one raised", months=-2, digit=-2),
        FigureChange("five years on, rounded away", years=5, times=1.25, text="roughly {figure}"),
        FigureChange("four days on, or three times", days=4, times=3, text="some {figure}"),
        FigureChange("a month and a day on, or seven tenths", months=1, days=1, times=0.7),
        FigureChange("three years before, or fourfold", years=-3, times=4),
        FigureChange("six days before, or three quarters", days=-6, times=0.75, text="close on {figure}"),
    ),
    directions=Directions(
        rises=(
            Pair("Having begun at {other}, {q}?", "It climbed to {value}."),
            Pair("{Q}, set beside the {other} also on record?", "At {value} it outstripped {other}."),
            Pair("{Q}, and had the sum grown since {other}?", "Grown, to {value}"),
            Pair("To what did {other} swell when one asks {q}?", "To {value}"),
            Pair("{Q}; which is the larger, that or {other}?", "The former: {value} against {other}"),
        ),
        falls=(
            Pair("Having begun at {other}, {q}?", "It shrank to {value}."),
            Pair("{Q}, set beside the {other} also on record?", "At {value} it came short of {other}."),
            Pair("{Q}, and had the sum dwindled since {other}?", "Dwindled, to {value}"),
            Pair("To what was {other} trimmed when one asks {q}?", "To {value}"),
            Pair("{Q}; which is the smaller, that or {other}?", "The former: {value} against {other}"),
        ),
        sooner=(
            Pair("{Q}, with {other} in mind?", "{value}, well ahead of {other}"),
            Pair("{Q} - which came first, that or {other}?", "{value} came first, {other} followed."),
            Pair("{Q}, now that {other} had been the plan?", "It was hastened to {value}."),
        ),
        later=(
            Pair("{Q}, with {other} in mind?", "{value}, some while past {other}"),
            Pair("{Q} - which came last, that or {other}?", "{other} came first, {value} followed."),
            Pair("{Q}, now that {other} had been the plan?", "It slipped to {value}."),
        ),
        orders=(Order.LAST_TWO, Order.FIRST_LAST, Order.ENDS),
    ),
    rewrites=tuple(Rewrite(*rule) for rule in _REWRITES),
    redactions=(
        "[name blacked out]", "■■■■■■", "___________", "[sanitized]", "<excised>", "(withheld under exemption 7(C))",
        "Minor Victim 2", "[text deleted by reviewer]", "J█████ D██", "*** ******", "[---]", "Confidential Witness 3",
        "the person whose name is struck out",
    ),
    banner_answers=(
        "It reads {line}", "{small}, as on most sheets", "<<{line}>>", "{title} -", "marked {small}", "*{line}*",
        "{spaced}", "something styled {title}", "{other_small}; {small}", "{line} {line}", "({title})",
        "'{small}', no more",
    ),
    boilerplate=(
        Pair("Rubber-stamped across the sheet dealing with {topic} are which words?", "{line}"),
        Pair("How high is the printed folio at the foot of the leaf on {topic}?", "1"),
        Pair("What warning do recipients find beneath the electronic mail touching {topic}?", "{line}"),
        Pair("To which parties were carbon copies of the note on {topic} routed?", "the registry"),
        Pair("The paper about {topic} opens with what preprinted caption?", "{line}"),
        Pair("How sensitive was the sheet on {topic} graded by whoever marked it?", "{line}"),
        Pair("What legend did the photocopying office leave on the pages concerning {topic}?", "{line}"),
        Pair("Whose emblem and address crown the stationery used for {topic}?", "{line}"),
        Pair("Is there a tick in the squares for urgency on the transmittal sheet about {topic}?", "Yes"),
        Pair("By what words did the releasing office make known that the item on {topic} might go out?", "{line}"),
        Pair("What label precedes the name of the person to whom the note on {topic} goes?", "TO"),
        Pair("how many sheets did the fax machine count for {topic}?", "1"),
        Pair("In the margin of the typed record of {topic}, what running title recurs?", "{line}"),
    ),
    quotes=(
        QuoteChange(QuoteWay.MADE_UP, "Everyone present understood {answer} to be meant."),
        QuoteChange(QuoteWay.MADE_UP, "As to {topic}, the ledger has {answer} in a firm hand."),
        QuoteChange(QuoteWay.MADE_UP, '"{answer}," said the speaker, "and nothing else about {topic}."'),
        QuoteChange(QuoteWay.MADE_UP, "{Topic}: {answer} (confirmed by telephone)"),
        QuoteChange(QuoteWay.FOREIGN, "Moreover "),
        QuoteChange(QuoteWay.FOREIGN, "We learn that "),
        QuoteChange(QuoteWay.EDITED, r"not \g<0>", r"\b(?:on|at|by|to|of)\b"),
        QuoteChange(QuoteWay.EDITED, r"\g<0>, it appears,", r"\b(?:was|were|is|met|and)\b"),
        QuoteChange(QuoteWay.EDITED, "", r"(?<=\w )\w{3,} (?=\w)"),
        QuoteChange(QuoteWay.EDITED, "said", r"\b\w{5,}ed\b"),
        QuoteChange(QuoteWay.EDITED, "seventeen", r"\b\d+\b"),
        QuoteChange(QuoteWay.EDITED, r"\g<0> late", r"\bthe\b"),
        QuoteChange(QuoteWay.EDITED, r"\g<0> then", r"\w+(?=\W*$)"),
    ),
    wrong_answers=(
        *(
            WrongAnswer(source, template, has_other_quote=other)
            for source in Source
            for other in (True, False)
            for template in ("{value}.", "The papers give {value}", "none other than {value}")
        ),
    ),
    unneeded=(
        Pair("An affair of the {nth} of {Month} {y} belongs to which calendar month?", "{Month}"),
        Pair("What year is written in the date {m}/{d}/{y}?", "{y}"),
        Pair("Tell the weekday of {d} {Month} {y}.", "{weekday}"),
        Pair("How many years had passed between {Month} 1900 and {Month} {y}?", "{since_1900}"),
        Pair("Was {y}, when it happened, a leap year?", "{leap}"),
        Pair("Under which letter would {name} be filed by family name?", "{letter}"),
        Pair("How many words make up the name {name}?", "{n_words}"),
        Pair("Spell out {money} in words.", "{words} dollars"),
        Pair("Half of {money} comes to what?", "{half}"),
        Pair("If {name} signed with the family name alone, what would stand there?", "{surname}"),
        Pair("Does night follow day wherever {topic} is spoken of?", "Yes"),
        Pair("With what currency would one pay in the United States for {topic}?", "the dollar"),
        Pair("How many letters are in the alphabet in which the papers about {topic} are typed?", "26"),
    ),
    premises=(
        "Over what drink did {a} and {b} talk through {what}?",
        "{a} once sat down with {b} over {what}; which of them kept a record?",
        "Who interpreted while {a} conferred with {b} regarding {what}?",
        "What undertaking came out of the conference that {b} held with {a} over {what}?",
        "Tell what {b} asked of {a} face to face as regards {what}.",
        "Whose idea was it that {a} and {b} get together over {what}?",
        "As they parted, what promise about {what} had {a} wrung from {b}?",
        "In seeing {b} over {what}, whom did {a} bring along as counsel?",
        "What sketch did {a} spread on the table before {b} to explain {what}?",
        "the encounter of {b} with {a} touching {what} ended on what note?",
        "{b}, when closeted with {a} on the subject of {what}, raised which objection?",
        "How was the hour fixed at which {a} and {b} would come together about {what}?",
        "Which newspaper learned first that {a} had conferred with {b} on {what}?",
    ),
    incomplete=list_changes(
        (Pick.LONGEST, Pick.SHORTEST, Pick.FIRST_BY_LETTER, Pick.LAST_BY_LETTER, Pick.LAST_BUT_ONE), (ItemWay.ADDED,),
        _RECASTS, n=14,
    ),
    single_documents=list_changes(
        (Pick.LONGEST, Pick.LAST_DOCUMENT, Pick.SECOND, Pick.LAST_BY_LETTER), (ItemWay.ADDED,), _RECASTS, n=14
    ),
    wrong_items=list_changes(
        (Pick.SECOND, Pick.LONGEST, Pick.LAST_BY_LETTER),
        (ItemWay.RENAMED, ItemWay.RENAMED_IN_PLACE, ItemWay.OUTSIDE), _RECASTS, n=14,
    ),
    ambiguous=(
        *for_detail("something of the kind", "what was going on", "an undertaking of theirs", "some such thing",
                    "the case", "a certain venture", "those goings-on"),
        *for_name("somebody or other", "one of those concerned", "a well-known figure", "an outfit"),
        *for_last(" back then", " at the time", " on that side"),
    ),
)  # fmt: skip
