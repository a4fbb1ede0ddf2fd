"""Running sentences: which clause a date, a count or a name belongs to. Every name is invented."""

from __future__ import annotations

import pytest

from bench_resources.reader.facts import find_facts


def asked(passage: str, names: list[str] | None = None) -> dict[str, str]:
    return {fact.question: fact.answer for fact in find_facts(passage, is_document_start=False, names=names or [])}


@pytest.mark.parametrize(
    ("passage", "question", "answer"),
    [
        (  # a preface changes nothing
            (
                "As noted in the annual report, on 3 March 1932 the Harbor Board sold the old customs house to the Ports "
                "Authority."
            ),
            "On what date did the Harbor Board sell the old customs house to the Ports Authority?",
            "3 March 1932",
        ),
        (
            "Subsequently, the Council of Merchants adopted the Convention on Wharfage on 19 December 1954.",
            "On what date did the Council of Merchants adopt the Convention on Wharfage?",
            "19 December 1954",
        ),
        (  # nor does an aside behind the opening date
            "In 1962, for example, the Seed Corps sent volunteers to 40 countries in Asia.",
            "To how many countries in Asia did the Seed Corps send volunteers in 1962?",
            "40",
        ),
        (
            "In 1962 the Seed Corps received reports from 26 services with which it had contact, and sent reports on.",
            "From how many services did the Seed Corps receive reports in 1962?",
            None,
        ),
        (
            "In 1962 the Seed Corps received reports from 26 services with which liaison is maintained in Latin America.",
            (
                "From how many services with which liaison is maintained in Latin America did the Seed Corps receive reports "
                "in 1962?"
            ),
            "26",
        ),
        (  # a phrase between the date and the subject
            (
                "In March 1954, after a long dispute, the Gold Rail Union signed a contract with the Railway Administration in "
                "Accra."
            ),
            "In what month and year did the Gold Rail Union sign a contract with the Railway Administration in Accra?",
            "March 1954",
        ),
        (  # the opening date stays the main verb's when another follows
            (
                "On 3 May 1911, the Harbor Board requested the return of the northern pier at Lisbon and on 6 June 1911, the Ports "
                "Authority returned it."
            ),
            "On what date did the Harbor Board request the return of the northern pier at Lisbon?",
            "3 May 1911",
        ),
        (  # a season
            "In the fall of 1931, the Chamber of Mines invited the Farmers Union to a conference at the Grand Hotel.",
            "In what year did the Chamber of Mines invite the Farmers Union to a conference at the Grand Hotel?",
            "1931",
        ),
        (  # a second deed tells the first from others
            "In 1970, the Senate amended the mining laws and created a fund to compensate the owners of flooded pits.",
            (
                "In what year did the Senate amend the mining laws and create a fund to compensate the owners of flooded "
                "pits?"
            ),
            "1970",
        ),
        (  # a date inside reported speech
            (
                "The caretaker said that on November 30, 1962, the Selby Garden Institute held a flower show at the Sheraton "
                "Hotel in Leeds."
            ),
            "On what date did the Selby Garden Institute hold a flower show at the Sheraton Hotel in Leeds?",
            "November 30, 1962",
        ),
        (
            "The Surveyor reported that a survey of the Lower River by the Geological Survey was completed on 4 July 1911.",
            "On what date was a survey of the Lower River by the Geological Survey completed?",
            "4 July 1911",
        ),
        (  # two subjects
            "On 6 June 1944, the Board of Trade and the Ministry of Supply agreed on the transfer of 26 depots in Wales.",
            "On what date did the Board of Trade and the Ministry of Supply agree on the transfer of 26 depots in Wales?",
            "6 June 1944",
        ),
        (  # something of a body's
            "Harbor Board support for the Dockers Union ceased on 30 September 1966.",
            "On what date did Harbor Board support for the Dockers Union cease?",
            "30 September 1966",
        ),
        (  # a counted subject
            (
                "Seven members of the Harbor Board resigned in protest against the decision of the Ports Authority in March "
                "1922."
            ),
            (
                "How many members of the Harbor Board resigned in protest against the decision of the Ports Authority in March "
                "1922?"
            ),
            "Seven",
        ),
        (  # "had" as a full verb
            "The Bureau of Standards had primary responsibility for the testing of instruments used by the Weather Bureau in 1911.",
            "Which organisation had primary responsibility for the testing of instruments used by the Weather Bureau in 1911?",
            "Bureau of Standards",
        ),
        (  # a relative clause without a comma
            "The list names the Forestry Commission which was established in 1919 to plant the Crown woods.",
            "In what year was the Forestry Commission established to plant the Crown woods?",
            "1919",
        ),
        (  # a directive with its number
            (
                "The National Chart Center was established by Mines Council Directive No. 8, dated 18 January 1961 and works "
                "in Lisbon."
            ),
            "By which directive was the National Chart Center established?",
            "Mines Council Directive No. 8",
        ),
        (
            (
                "The Dockers Guild has been designated by the Attorney General of the United States pursuant to Executive "
                "Order 10450."
            ),
            (
                "Under which executive order has the Dockers Guild been designated by the Attorney General of the United "
                "States?"
            ),
            "Executive Order 10450",
        ),
        (
            "Founded in 1887, the Geological Society of Norway publishes two journals.",
            "In what year was the Geological Society of Norway founded?",
            "1887",
        ),
        (  # initials with a space between them
            "The U. S. Senate confirmed the nomination of Judge Harold Penhallow on 19 September 1945.",
            "On what date did the U. S. Senate confirm the nomination of Judge Harold Penhallow?",
            "19 September 1945",
        ),
        (
            "The Office of the Inspector General published the report on the Harbor Board on 2 March 1996.",
            "On what date did the Office of the Inspector General publish the report on the Harbor Board?",
            "2 March 1996",
        ),
    ],
)
def test_a_running_sentence_is_asked_in_whole_english(passage: str, question: str, answer: str | None) -> None:
    assert asked(passage).get(question) == answer


@pytest.mark.parametrize(
    ("passage", "wrong"),
    [
        # The Harbor Board had not decided: what the preface reports is a doubt.
        ("However, the Harbor Board may have sold the customs house to the Ports Authority on 3 March 1932.", "date"),
        ("In the spring of 1911 or 1912, the Board of Works refused a licence to the Light Company of Leeds.", "year"),
        ("On 3 May 1911 and again on 6 June 1911, the Board of Works refused a licence to the Light Company.", "date"),
        ("The Select Committee met on 4 May 1931 and on 6 May 1931 and adopted its report on 9 May 1931.", "date"),
        ("It was denied that on 3 May 1911 the Board of Works had refused a licence to the Light Company.", "date"),
        # Three hundred, not three.
        ("Three hundred delegates attended the meeting of the Mine Workers Federation in Leeds in 1934.", "How many"),
        # The delegation was received, not the party.
        (
            "The delegation of the Labour Party which was received by the Ministry of Works on 3 May 1947 left.",
            "Labour Party received",
        ),
        # Whoever they are, the members are not a body.
        (
            "Members of the City Council and the School Board attended the opening of the hall on 9 October 1899.",
            "date",
        ),
        ("It was announced that on 12 July 1954 the Water Board had cut the supply to the Lower Valley.", "have cut"),
        ("In 1931 the Highway Board had spent $40,000, the Treasury disagreed.", "disagreed"),
        (
            "The Red Cross Board provided the Ministry of Health with qvzt blankets on 4 May 1946.",
            "Ministry of Health?",
        ),
        ("The Ministry of Health received reports from 14 days in 1951 of rain in the Lower Valley.", "how many"),
        ("The Harbor Board gave approval for their journey with an infant to Lisbon in May 1961.", "their"),
        ("The Harbor Board received grain from the Ports Authority in Lisbon for May or June 1963.", "1963"),
        ("On 3 May 1961 the records of the Grand Hotel Company were checked for the whole period of the war.", "date"),
        # Every second body has been designated.
        (
            "The Dockers Guild has been designated by the Attorney General pursuant to Executive Order 10450.",
            "Which org",
        ),
    ],
)
def test_what_a_running_sentence_does_not_say_is_not_asked(passage: str, wrong: str) -> None:
    assert not [question for question in asked(passage) if wrong in question]


def test_a_listed_person_leaves_once() -> None:
    assert asked("Adela Quenby resigned on 3 May 1961.", ["Adela Quenby"]) == {}  # a fragment is no sentence
    found = asked("The minutes say plainly that Adela Quenby resigned on 3 May 1961.", ["Adela Quenby"])

    assert found == {"On what date did Adela Quenby resign?": "3 May 1961"}


def test_a_large_station_is_no_name_but_the_station_is_unknown() -> None:
    told = "The Harbor Board established a large Station in Lisbon in September 1961 to continue its work in Portugal."
    vague = "The Harbor Board told the Station in Lisbon in September 1961 to continue its work in Portugal."

    assert "September 1961" in asked(told).values()
    assert not [question for question in asked(vague) if "Station" in question]
