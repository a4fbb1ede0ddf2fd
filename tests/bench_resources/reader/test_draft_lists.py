"""Which lists the statements about a figure make, over which periods, and when a list is not whole. Invented names only."""

from __future__ import annotations

import pytest

from bench_resources.reader.draft_lists import list_questions

NAME = "Beatrice K. Okell"


def lists(statements: list[str], kind: str = "person", name: str = NAME) -> dict[str, list[tuple[str, list[int]]]]:
    found = list_questions(name, kind, statements)
    return {question.question: [(item.item, item.statements) for item in question.items] for question in found}


BOARD = "Northern Harbor Board"
NAMED = [
    f'March 3, 1964: a memorandum on the subject "Dues of the {BOARD}" was written',
    f'March 4, 1964: a document titled "{BOARD} Ledgers" was written',
    f'March 5, 1964: {NAME} wrote a letter on the subject "Shortage of Berths at the NHB" ({BOARD})',
]
MET = [
    f"March 3, 1964: {NAME} met Quentin Yardling at the Anchor Hotel",
    f"March 9, 1964: Oswin Fairlight saw {NAME} about the dredging of Pier 14",
    f"March 20, 1964: {NAME} and Ida Marlow talked over the dredging of Pier 14 at the Corn Exchange",
]


def test_people_met_in_a_month_are_one_list_in_order_of_date() -> None:
    assert lists(MET[::-1]) == {
        f"With whom did {NAME} meet or talk in March 1964?": [
            ("Quentin Yardling", [3]),
            ("Oswin Fairlight", [2]),
            ("Ida Marlow", [1]),
        ]
    }


@pytest.mark.parametrize(
    ("dates", "period"),
    [
        (("January 3, 1964", "February 3, 1964", "March 31, 1964"), "between January and March 1964"),
        (("January 3, 1964", "April 3, 1964", "June 30, 1964"), "between January and June 1964"),
        (("January 3, 1964", "August 1964", "December 3, 1964"), "in 1964"),
        (("January 3, 1964", "1965", "December 3, 1965"), "between 1964 and 1965"),
    ],
)
def test_the_shortest_calendar_period_that_holds_three_items_is_asked(dates: tuple[str, ...], period: str) -> None:
    people = ("Quentin Yardling", "Oswin Fairlight", "Ida Marlow")
    statements = [f"{date}: {NAME} met {who}" for date, who in zip(dates, people, strict=True)]
    assert list(lists(statements)) == [f"With whom did {NAME} meet or talk {period}?"]


def test_two_items_are_no_list_and_neither_are_nine() -> None:
    assert lists(MET[:2]) == {}
    names = ("Ada", "Ben", "Cyril", "Dora", "Edwin", "Freda", "Gordon", "Hilda", "Ivor")
    assert lists([f"March 3, 1964: {NAME} met {given} Quillon" for given in names]) == {}


def test_an_undated_statement_with_an_item_of_its_own_leaves_no_list_whole() -> None:
    assert lists([*MET, f"{NAME} met Rupert Vane"]) == {}
    assert len(lists([*MET, f"{NAME} met Ida Marlow"])) == 1


def test_a_statement_of_the_year_alone_leaves_no_month_of_it_whole() -> None:
    asked = lists([*MET, f"1964: {NAME} met Rupert Vane"])
    assert list(asked) == [f"With whom did {NAME} meet or talk in 1964?"]
    assert len(asked[f"With whom did {NAME} meet or talk in 1964?"]) == 4


def test_a_letter_from_somebody_unnamed_leaves_the_list_of_writers_open() -> None:
    wrote = [f"March {day}, 1964: {who} wrote to {NAME}" for day, who in ((1, "Ida Marlow"), (2, "Rupert Vane"))]
    wrote.append(f"March 3, 1964: Quentin Yardling wrote to {NAME}")
    assert f"Who wrote to {NAME} in March 1964?" in lists(wrote)
    assert lists([*wrote, f'March 4, 1964: {NAME} was sent a memorandum about "Harbor dues"']) == {}


def test_a_person_named_in_two_ways_is_one_item_in_a_form_that_both_statements_hold() -> None:
    asked = lists([*MET, f"March 30, 1964: {NAME} met Mayor Yardling"])
    assert ("Yardling", [1, 4]) in asked[f"With whom did {NAME} meet or talk in March 1964?"]


def test_things_signed_without_dates_are_one_list_as_a_whole() -> None:
    works = ("the dredging of Pier 14", "the sale of the Customs House", "the lease of Berth 9")
    statements = [f"{NAME} signed the papers for {work} on behalf of the Port Authority" for work in works]
    assert lists(statements) == {
        f"For what did {NAME} sign the papers?": [(work, [n]) for n, work in enumerate(works, start=1)]
    }


def test_a_body_keeps_the_article_that_its_statements_give_it() -> None:
    works = ("the dredging of Pier 14", "the sale of the Customs House", "the lease of Berth 9")
    statements = [f"March {n}, 1964: the Harbor Board approved {work}" for n, work in enumerate(works, start=1)]
    asked = lists(statements, kind="organisation", name="Harbor Board")
    assert list(asked) == ["What did the Harbor Board approve in March 1964?"]


@pytest.mark.parametrize(
    ("template", "question"),
    [
        ("the {} was awarded to {name}", "What was awarded to {name}?"),
        ("{name} was named as the contractor in the {}", "In what was {name} named as the contractor?"),
        ("{name} led the investigation into the {}", "Which investigations did {name} lead?"),
        ("{name} interviewed 17 witnesses about the {}", "About what did {name} interview witnesses?"),
        ("{name} first reported the {}", "What was {name} the first to report?"),
    ],
)
def test_each_relation_is_asked_in_plain_english(template: str, question: str) -> None:
    things = ("fire at Berth 9", "collapse of the north seawall", "walkout of the pilots")
    statements = [template.format(thing, name=NAME) for thing in things]
    assert list(lists(statements)) == [question.format(name=NAME)]


def test_two_readings_of_one_subject_make_no_list() -> None:
    subjects = ("Harbor dues at the locks", "Harbor dues at tbe locks", "Lease of Berth 9")
    statements = [f'March 3, 1964: {NAME} wrote a memorandum about "{subject}"' for subject in subjects]
    assert lists(statements) == {}


@pytest.mark.parametrize("statements", [[], [""], ["1964: "], [f"March 3, 1964: {NAME}"]])
def test_nothing_comes_of_nothing(statements: list[str]) -> None:
    assert lists(statements) == {}


def test_every_item_is_a_substring_of_each_of_its_statements() -> None:
    statements = [*MET, f"March 30, 1964: {NAME} met Mayor Yardling"]
    for items in lists(statements).values():
        assert all(item in statements[n - 1] for item, numbers in items for n in numbers)


WROTE = [
    f'March 3, 1964: {NAME} wrote a memorandum for the record on the subject "Dues of the Old Port"',
    f'March 9, 1964: {NAME} wrote to Ida Marlow on the subject "Ledgers of the Pilots"',
    f'March 20, 1964: {NAME} wrote a memorandum to the Director of Moorings on the subject "Shortage of Berths"',
]


def test_the_subjects_on_which_somebody_wrote_are_one_list_without_their_quotation_marks() -> None:
    assert lists(WROTE) == {
        f"On what subjects did {NAME} write in March 1964?": [
            ("Dues of the Old Port", [1]),
            ("Ledgers of the Pilots", [2]),
            ("Shortage of Berths", [3]),
        ]
    }


def test_a_paper_for_the_record_is_written_to_nobody_and_one_of_no_subject_leaves_no_list_of_subjects() -> None:
    to_one_more = f"March 21, 1964: {NAME} wrote a memorandum to Quentin Yardling"
    assert list(lists([*WROTE, to_one_more])) == [f"To whom did {NAME} write in March 1964?"]


PAPERS = f"On what subjects that name the {BOARD} were papers written that are dated"


def test_papers_that_name_a_body_are_listed_by_their_subjects_in_a_month_and_from_day_to_day() -> None:
    items = [(f"Dues of the {BOARD}", [1]), (f"{BOARD} Ledgers", [2]), ("Shortage of Berths at the NHB", [3])]
    assert lists(NAMED, "organisation", BOARD) == {
        f"{PAPERS} in March 1964?": items,
        f"{PAPERS} from March 3, 1964 to March 5, 1964?": items,
    }


def test_a_paper_without_a_date_leaves_a_list_of_dated_papers_whole() -> None:
    undated = f'a memorandum on the subject "Ropes of the {BOARD}" was written'
    assert lists([*NAMED, undated], "organisation", BOARD) == lists(NAMED, "organisation", BOARD)


def test_memoranda_for_the_record_are_a_list_of_their_own() -> None:
    subjects = [f"Meeting with the {BOARD}", f"Visit to the {BOARD}", f"Old Ledgers kept for the {BOARD}"]
    statements = [
        f'March {day}, 1964: a memorandum for the record on the subject "{subject}" was written'
        for day, subject in enumerate(subjects, 3)
    ]
    assert list(lists([*statements, NAMED[1]], "organisation", BOARD))[:2] == [
        f"{PAPERS} in March 1964?",
        f"{PAPERS.replace('papers', 'memoranda for the record')} in March 1964?",
    ]


def test_titles_that_write_a_name_otherwise_are_one_and_a_name_alone_is_no_title() -> None:
    again = f'March 9, 1964: a memorandum on the subject "Dues of the {BOARD} (NHB)" was written'
    items = lists([*NAMED, again], "organisation", BOARD)[f"{PAPERS} in March 1964?"]
    assert items[0] == (f"Dues of the {BOARD}", [1, 4])
    bare = f'March 4, 1964: a letter on the subject "{BOARD}" was written'
    assert lists([*NAMED, bare], "organisation", BOARD) == {}


def test_a_sheet_that_repeats_the_end_of_its_papers_subject_is_no_item() -> None:
    sheet = f'March 3, 1964: a document titled "OF THE {BOARD.upper()}" was written'
    assert lists([*NAMED, sheet], "organisation", BOARD) == lists(NAMED, "organisation", BOARD)


def test_other_periods_with_other_items_follow_those_of_the_first_choice() -> None:
    people = ("Quentin Yardling", "Oswin Fairlight", "Ida Marlow", "Rupert Vane")
    days = ("January 3", "February 3", "March 3", "April 3")
    statements = [f"{day}, 1964: {NAME} met {who}" for day, who in zip(days, people, strict=True)]
    asked = [question.partition("talk ")[2] for question in lists(statements)]
    # The half-year holds all four, as do the months from January to April, which are fewer.
    assert asked == [
        "between January and March 1964?",
        "between February and April 1964?",
        "between January and April 1964?",
    ]


@pytest.mark.parametrize(
    ("months", "period"),
    [
        (("February", "March", "May"), "between February and May 1964"),  # no quarter, and shorter than a half
        (("March", "May", "September"), "between March and September 1964"),
    ],
)
def test_a_list_may_run_from_the_month_of_one_statement_to_that_of_another(
    months: tuple[str, ...], period: str
) -> None:
    people = ("Quentin Yardling", "Oswin Fairlight", "Ida Marlow")
    statements = [f"{month} 3, 1964: {NAME} met {who}" for month, who in zip(months, people, strict=True)]
    assert list(lists(statements)) == [f"With whom did {NAME} meet or talk {period}?"]


def test_a_list_over_the_turn_of_a_year_names_both_years() -> None:
    days = ("November 3, 1964", "December 9, 1964", "January 2, 1965")
    people = ("Quentin Yardling", "Oswin Fairlight", "Ida Marlow")
    statements = [f"{day}: {NAME} met {who}" for day, who in zip(days, people, strict=True)]
    assert list(lists(statements)) == [f"With whom did {NAME} meet or talk between November 1964 and January 1965?"]


def test_a_title_that_begins_another_leaves_no_list_of_titles_whole() -> None:
    titles = ("Dues of the Port", "Lamps at Lundmark", "Ropes for Slip 4")
    wrote = [
        f'March {day}, 1964: {NAME} wrote a letter on the subject "{title}"' for day, title in enumerate(titles, 1)
    ]
    asked = f"On what subjects did {NAME} write in March 1964?"
    assert asked in lists(wrote)
    assert asked not in lists(
        [*wrote, f'March 9, 1964: {NAME} wrote a letter on the subject "Dues of the Port - status"']
    )


def test_a_cut_subject_is_no_item_beside_another_days_that_begins_with_the_same_words() -> None:
    def asked(third: str) -> list[str]:
        said = ["Meeting with the Harbor Board ...", "Harbor Board Dues", third]
        days = ["May 3, 1964", "May 5, 1964", "May 9, 1964"]
        lines = [
            f'{day}: a memorandum for the record on the subject "{title}" was written'
            for day, title in zip(days, said, strict=True)
        ]
        return [item.item for one in list_questions("Harbor Board", "organisation", lines) for item in one.items]

    assert "Meeting with the Harbor Board ..." in asked("Ropes of the Harbor Board")
    assert asked("Meeting with the Harbor Board on Nets") == []
