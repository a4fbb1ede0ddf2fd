"""Statements of many kinds of prose: what each gives, and what must give nothing. Every name is invented."""

from __future__ import annotations

import pytest

from bench_resources.reader.facts import find_facts

MINUTES = """MINUTES OF THE PORT ELLERY HARBOR BOARD

On motion of Commissioner Daly, seconded by Commissioner Voss, the Board approved the purchase of the dredge Heron
for $310,000.
"""


def asked(passage: str) -> dict[str, str]:
    return {fact.question: fact.answer for fact in find_facts(passage, is_document_start=True, names=[])}


@pytest.mark.parametrize(
    ("passage", "question", "answer"),
    [
        (
            "The Kestrel Valley Water Board appropriated $42,300 for the relining of the Mill Street conduit.",
            "How much money did the Kestrel Valley Water Board appropriate for the relining of the Mill Street conduit?",
            "$42,300",
        ),
        (
            "Brightwater Corporation acquired Delmont Paper Company for $87 million in cash in August 1999.",
            "For how much money did Brightwater Corporation acquire Delmont Paper Company in cash in August 1999?",
            "$87 million",
        ),
        (
            "The Estimates Committee recommended a reduction of £40,000 in the vote for the Colonial Survey.",
            "What was the amount of the reduction that the Estimates Committee recommended in the vote for the Colonial Survey?",
            "£40,000",
        ),
        (
            "The Lakeview Arsenal was built by the War Department at a cost of $6 million.",
            "At what cost was the Lakeview Arsenal built by the War Department?",
            "$6 million",
        ),
        (
            "The budget of the Northern Survey was $5.1 million in 1974.",
            "What was the budget of the Northern Survey in 1974?",
            "$5.1 million",
        ),
        (
            "The Securities Commission fined Aldergate Holdings Limited $3.4 million for late filings.",
            "How much money did the Securities Commission fine Aldergate Holdings Limited for late filings?",
            "$3.4 million",
        ),
        (
            "The House of Commons passed the Canals Bill by 214 votes to 187 on 9 July 1903.",
            "By what vote did the House of Commons pass the Canals Bill on 9 July 1903?",
            "214 votes to 187",
        ),
        (
            "The Senate confirmed Judge Lydia Farrow on March 17, 1969 by a vote of 71 to 12.",
            "By what vote did the Senate confirm Judge Lydia Farrow on March 17, 1969?",
            "71 to 12",
        ),
        (
            "The National Assembly rejected the Labour Code Bill on 17 November 1929.",
            "Which bill did the National Assembly reject on 17 November 1929?",
            "Labour Code Bill",
        ),
        (
            "The Office of Price Records was renamed the Bureau of Trade Statistics in 1946.",
            "What was the Office of Price Records renamed in 1946?",
            "Bureau of Trade Statistics",
        ),
        (
            "The Federal Grain Inspection Board was abolished on July 1, 1949 and its duties passed to the\nDepartment of Mines.",
            "On what date was the Federal Grain Inspection Board abolished?",
            "July 1, 1949",
        ),
        (
            "The Northern Rivers Commission was established by the Flood Control Act of 1938.",
            "By which act was the Northern Rivers Commission established?",
            "Flood Control Act of 1938",
        ),
        (
            "The survey ship Alder Point was launched at Greenock on 3 October 1951.",
            "Where was the survey ship Alder Point launched on 3 October 1951?",
            "Greenock",
        ),
        (
            "The Inter-American Tin Council is headquartered in La Paz and has nine members.",
            "How many members does the Inter-American Tin Council have?",
            "nine",
        ),
        (
            "The Inter-American Tin Council is headquartered in La Paz and has nine members.",
            "Where is the Inter-American Tin Council headquartered?",
            "La Paz",
        ),
        (
            "The Royal Commission on Lighthouses heard 84 witnesses between 1906 and 1908.",
            "How many witnesses did the Royal Commission on Lighthouses hear between 1906 and 1908?",
            "84",
        ),
        (
            "The National Archives opened 1,200 boxes of the records of the War Claims Commission to the public on 1 June 1993.",
            "How many boxes of the records of the War Claims Commission did the National Archives open to the public on 1 June 1993?",
            "1,200",
        ),
        (
            "Eleven hearings were held by the Committee on Inland Waterways in the spring of 1953.",
            "How many hearings were held by the Committee on Inland Waterways in the spring of 1953?",
            "Eleven",
        ),
        (
            "The Office of Naval Records, established in 1882, holds 14,000 log books of naval ships.",
            "In what year was the Office of Naval Records established?",
            "1882",
        ),
        (
            "Admiral Conrad Vail succeeded General Peter Oakes as Chairman of the Joint Transport Board on 1 January 1955.",
            "Who succeeded General Peter Oakes as Chairman of the Joint Transport Board on 1 January 1955?",
            "Admiral Conrad Vail",
        ),
        (
            "Project Harvest Moon was terminated by the Army Research Office on 15 August 1967.",
            "By whom was Project Harvest Moon terminated on 15 August 1967?",
            "Army Research Office",
        ),
        (
            "The Zoning Board referred the Coastal Parks Bill to the Committee on Natural Resources on February 8, 1995.",
            "To which organisation did the Zoning Board refer the Coastal Parks Bill on February 8, 1995?",
            "Committee on Natural Resources",
        ),
        (
            "Q. Who was the chairman of the Zoning Board in 1977?\nA. Leland Q. Brandt.",
            "Who was the chairman of the Zoning Board in 1977?",
            "Leland Q. Brandt",
        ),
        (
            MINUTES,
            "On whose motion did the Port Ellery Harbor Board approve the purchase of the dredge Heron for $310,000?",
            "Commissioner Daly",
        ),
        (
            "Nothing was said of the inauguration of Governor Elias Thorne in Lisbon on 3 May 1921 by anybody there.",
            "What was the date of the inauguration of Governor Elias Thorne in Lisbon?",
            "3 May 1921",
        ),
        (
            "It was settled at the 9 June 1964 meeting between the Harbor Commission and the Ports Authority.",
            "What was the date of the meeting between the Harbor Commission and the Ports Authority?",
            "9 June 1964",
        ),
        (
            "5 May 1961 HC-117 Subject: Mooring Dues of Foreign Vessels in the Old Port.",
            'What is the date of the document on the subject "Mooring Dues of Foreign Vessels in the Old Port"?',
            "5 May 1961",
        ),
    ],
)
def test_a_statement_is_asked_for_in_whole_english(passage: str, question: str, answer: str) -> None:
    assert asked(passage).get(question) == answer


@pytest.mark.parametrize(
    "passage",
    [
        "The defendant told the officer that the company had paid him $500 last week.",
        "I think we should pay them $4,000 and move on.",
        "Please call Jim at home about the contract before Friday.",
        "Paid to Anderson Printing Company for the annual report, $1,265.40.",  # no sentence says who paid
        "Tuesday, 4 May 1998, 10:00 a.m. - Budget hearing, Room 204",  # whose budget?
        "The Senate Committee on Banking will hold a hearing on the Thrift Bill on 4 May 1990.",  # not yet a fact
        "The Public Accounts Committee examined the Comptroller General on 3 and 5 March 1931.",  # two days
        "Robert Hale was elected President of the Garden Club on 3 May 1961.",  # a private office
        "The letter went to Robert Hale, Chairman of the Springfield Garden Association, who kept it.",
        "The letter was postponed and the female and the leader met in Lisbon on 3 May 1961.",  # who?
        "The Parole Board released the prisoners because the Governor had ordered it.",
        "The budget of the committee was increased by 10%.",
        "Tne Bureau of Mlnes wos estoblished on 3 Moy 1910.",
        "On motion of Senator Whitlock, seconded by Senator Grange, the Committee adjourned at noon.",  # which one?
        "Q. And where did you see him?\nA. At the hotel in Denver.",
        "Q. Did he sign it?\nA. Yes, on May 3, 1978.",
        "Mr. Brown told the agent on 3 May 1961 that he had lost his job.",
        "The Assassinations Unit was said to have been closed in 1970.",
        "Adela Quenby, Chief of the Center for the Study\nof Harbors, wrote the letter.",  # the body is cut short
        "5 May 1961 HC-117 Subject: Old Port.",  # many documents are
    ],
)
def test_what_does_not_stand_alone_gives_nothing(passage: str) -> None:
    assert asked(passage) == {}


def test_a_year_in_the_name_of_an_act_dates_nothing() -> None:
    found = asked("The Harbor Commission was created by the Harbors Act of 1938 and moved to Lisbon.")

    assert not any(question.startswith(("In what year", "On what date")) for question in found)


def test_a_common_body_is_asked_for_only_beside_a_day_a_sum_or_two_names() -> None:
    told = (
        "The FHA (Federal Harbor Authority) met. The FHA inspected the northern pier of the old harbor in great detail."
    )
    dated = "The Senate approved the loan to the Harbor Commission on 9 June 1964."

    assert not any(question.startswith("Which organisation") for question in asked(told))
    assert asked(dated)["Which organisation approved the loan to the Harbor Commission on 9 June 1964?"] == "Senate"
