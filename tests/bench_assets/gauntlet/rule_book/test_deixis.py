"""Questions, items and clauses that point outside themselves."""

from __future__ import annotations

import pytest

from bench_assets.gauntlet.rule_book.context import Context
from bench_assets.gauntlet.rule_book.deixis import find_deixis
from tests.bench_assets.gauntlet.rule_book.made_drafts import (
    EVENTS,
    ORDER,
    PEOPLE,
    SOUND_LISTS,
    aggregation,
    dossier,
    rejected,
    single,
    timeline,
)
from tests.bench_assets.gauntlet.rule_book.sound_questions import SOUND_QUESTIONS

POINTING = (
    "Who wrote this memo?",
    "What did the author recommend about Pier 14?",
    "What does the memo say about the dredging of Pier 14?",
    "When was the above contract signed?",
    "Who is mentioned above?",
    "What is the amount in the attached letter to the Harbor Board?",
    "Where did he meet Quentin Yardling?",
    "When did she resign as Clerk of the Harbor Board?",
    "What was decided yesterday by the Harbor Board?",
    "How much did the Harbor Board spend last week?",
    "Who signed the said agreement on behalf of the Port Authority?",
    "Which company is located here?",
    "Who is currently the Secretary of the Harbor Board?",
    "What did the undersigned ask of the Harbor Board?",
    "According to the document, who led the inquiry into the fire at Pier 16?",
    "On that date, whom did Beatrice Okell meet?",
    "Who chaired the meeting?",
    "Where was the meeting held?",
    "What happened two days later at Pier 16?",
    "Which of these companies bid for the dredging of Pier 14?",
    "Who does the letter say paid for the repairs at Pier 14?",
    "What does the passage say about Quentin Yardling?",
    "In the text, who is president of Blackwater Stevedoring Company?",
    "What did we agree with the Harbor Board?",
    "Why did I resign from the Harbor Board?",
    "Who told me about the fire at Pier 16?",
    "What is the total shown below for the dredging?",
    "What was the aforementioned rent for Warehouse 9?",
    "When did they meet at the Anchor Hotel?",
    "How much did it cost?",
    "Who was the sender of it?",
    "What did her office send to the Harbor Board?",
    "Who is the recipient of the enclosed report on Pier 9?",
    "How many bids were received for this project?",
    "Who was appointed on Monday to lead the inquiry?",
    "What was the firm's annual profit?",
    "Who is the subject of the attached affidavit?",
    "What did the witness say about the fire at Pier 16?",
    "What will the Harbor Board decide tomorrow?",
    "How many people does the company employ?",
    "Who wrote to him about the lease of Berth 11?",
    "What was Okell told here about the lease?",
    "Which official is referred to in the above-mentioned letter?",
    "What did the speaker promise Quentin Yardling?",
    "Who attended the same meeting as Okell that day?",
    "On what date did the Harbor Board approve the aforesaid works?",
    "How much was paid a month ago for the repair of Pier 14?",
    "Who now holds the office of Harbor Master?",
    "What does the writer ask the Harbor Board to do?",
    "As stated earlier, who signed the lease of Berth 11?",
    "Which vessel left our harbor on March 3, 1964?",
    "Who took your statement about Pier 16?",
    "What did the latter pay for Berth 11?",
    "What did Okell decide in the present memorandum?",
    "Who approved the contract in question?",
    "Whom did the man meet at the Anchor Hotel?",
    "What does the following list say about Pier 14?",
    "Who succeeded Okell this year?",
    "What was the price of the vessel mentioned earlier?",
    "Which of the two men signed the lease?",
    "What happened on the same day as the hearing?",
    "Which sum does this invoice list for rope?",
    "Who are the persons named in these minutes?",
    "How did the writer describe Quentin Yardling?",
    "When did it reach Porthaven?",
    "What is said of Okell in the preceding paragraph?",
    "Who represented them at the hearing on Pier 9?",
    "What was their reply to the Harbor Board?",
    "Where did the caller ask Okell to meet?",
    "Which clause does our contract with Blackwater contain?",
    "What did the Board decide at its last meeting?",
    "When is the next hearing on Pier 9?",
    "What did Okell receive this morning?",
    "Who is the addressee?",
    "What is the date of this letter to Otto Lund?",
    "Why was the undersigned absent on March 3, 1964?",
    "What is the purpose of the present agreement?",
    "How many vessels are listed in the table below?",
    "Who wrote the letter?",
    "To whom was the letter sent?",
    "What is its price?",
    "Who had been his predecessor?",
    "What did you tell Otto Lund about the bond?",
    "When was the incident reported?",
    "What did the report conclude?",
    "What does the email ask Okell to do?",
    "In the excerpt, how much was paid to Blackwater?",
    "What did the deponent see at Pier 16?",
    "As noted above, when was Pier 16 rebuilt?",
    "Which company won the contract mentioned here?",
    "Who will replace Okell next month?",
    "What was Okell's salary at that time?",
    "What did Okell do there?",
    "Who else was present at this meeting with Okell?",
    "What was stated in the previous message from Okell?",
    "What has recently been found at Pier 16?",
    "Who is the man described in the memo?",
    "What is the subject of the document?",
    "Who sent the enclosed bond to the Harbor Board?",
    "What was the outcome of the said inquiry into Pier 16?",
    "How old was the building then?",
    "What was the amount of that loan?",
    "Which document is attached to it?",
    "What did the chairman say at this point?",
    "Who was the other party to this lease?",
    "Where do they propose to build Pier 9?",
    "What did she tell the Board?",
    "When did the above-named company move to Porthaven?",
    "What is the writer's view of the lease?",
    "Who asked you about the Merrow?",
    "What are the terms proposed herein?",
    "How many of them signed the petition?",
    "Who was elected here last year?",
    "What did the informant tell Okell?",
    "What does the source say of Otto Lund?",
    "When was the document signed?",
    "Which official wrote it?",
    "Whose signature is on this page?",
    "In this transcript, what does Lund deny?",
    "How long had he been Clerk?",
    "What was decided earlier today by the Tallow Board?",
    "Who is the author of the report?",
    "Which two ships collided that night?",
    "What do I owe the Tallow Board?",
    "How much has the company lost so far?",
    "What were the findings of this inquiry into Pier 16?",
    "Who is scheduled to speak tomorrow at Porthaven?",
    "According to the text, who owned the Merrow?",
    "What did the agent report about it?",
    "What sum was the said company to pay?",
    "Who wrote the passage on the Merrow?",
    "Where is the attached map kept?",
    "Which ship is the subject of the present inquiry?",
    "When did the man leave Porthaven?",
    "Why was her appointment opposed?",
    "What happened three weeks earlier?",
    "What was the result of the vote?",
    "To what address should the reply be sent?",
)  # fmt: skip


@pytest.mark.parametrize("question", POINTING)
def test_a_question_that_points_outside_itself_is_found(question):
    assert find_deixis(single(question), Context())


@pytest.mark.parametrize("question", SOUND_QUESTIONS)
def test_a_question_that_names_what_it_asks_about_is_not(question):
    assert find_deixis(rejected(question), Context()) == ""


@pytest.mark.parametrize("draft", SOUND_LISTS, ids=lambda draft: draft.type)
def test_the_set_wordings_of_lists_point_at_nothing(draft):
    assert find_deixis(draft, Context()) == ""


@pytest.mark.parametrize(
    "draft",
    [
        timeline(question=ORDER.replace("Otto Lund signed", "he signed")),
        timeline(question=ORDER.replace("In what", "Going back to the lease, in what")),
        timeline(question=ORDER.replace("Otto Lund signed", "Otto Lund subsequently signed")),
        timeline(question=ORDER.replace("the Harbor Board approved", "the undersigned approved")),
        timeline(question=ORDER.replace("Otto Lund signed", "both of them signed")),
        timeline(question=f"{ORDER} It is all there."),
        dossier(question="What do the documents record of them in May 1964, event by event, with the date of each?"),
        dossier(items=("March 3, 1964: She met Quentin Yardling here",), quotes=("She met him.",)),
        aggregation(items=("the above-named clerk", *PEOPLE[1:])),
        timeline(items=(EVENTS[0].replace("Otto Lund", "this office"), *EVENTS[1:])),
    ],
)
def test_a_clause_and_an_item_stand_alone_too(draft):
    assert find_deixis(draft, Context())


def test_a_quoted_title_may_point_as_it_likes():
    asked = (
        'Who sent Otto Lund the letter on the subject "RE: this is what you asked me for yesterday" on March 3, 1964?'
    )
    assert find_deixis(single(asked), Context()) == ""


def test_the_reason_says_what_points():
    assert find_deixis(single("Who wrote this memo to Otto Lund?"), Context()) == (
        "the question says 'this', which points at something outside it: Who wrote this memo to Otto Lund?"
    )


def test_an_answer_may_speak_of_what_its_question_names():
    assert find_deixis(single("How did the toll of Pier 9 change?", "It fell to 40 cents"), Context()) == ""


@pytest.mark.parametrize(
    "question",
    [
        "As noted, who signed the lease of Pier 9?",
        "Afterwards, on what date did Otto Lund meet Ida Holm?",
        "Who sent the letter of May 3, 1964 to her?",
        "In what year did Otto Lund come to an agreement with it?",
        "Who else was on the line when Otto Lund telephoned her?",
        "When is the next meeting of the Harbor Board?",
        "What will happen to Pier 9?",
        "Whose letter did the committee read on May 3, 1964?",
        "What did Mr. and Mrs. decide about the offer for Pier 9?",
        "How does the account describe Otto Lund?",
        "Who wrote to Ida Holm on a related subject?",
        "To whom is the second letter of May 3, 1964 addressed?",
        "Who met the engineer on May 3, 1964?",
        "Whom did a man meet on May 3, 1964?",
        "Who met the chairman on May 3, 1964 about the lease of Pier 9?",
        "How many witnesses did the agency interview about the fire at Pier 9?",
        "On what subjects was the supervisor written to in 1964?",
        "Whom did Otto Lund meet on May 3, 1964 about the plan?",
        "Who sent the letter of May 3, 1964 to her colleague?",
        "What did Otto Lund say on May 3, 1964 of the latest incident?",
        "How many witnesses did they interview about the fire at Pier 9?",
        "Who sent the letter on May 3, 1964?",
    ],
)
def test_what_nothing_in_the_question_identifies_is_found(question):
    assert find_deixis(single(question), Context())


@pytest.mark.parametrize(
    "question",
    [
        "Was it Otto Lund or Ida Holm who signed the lease of Pier 9?",
        "Which law made it a crime to dump oil at Pier 9?",
        "What is the date of the letter in which Otto Lund offered to sell Pier 9?",
        "What is the full name of the agency abbreviated as HTB?",
        "What did the will of Otto Lund leave to Ida Holm?",
        "Who was on the line when Otto Lund telephoned Ida Holm to warn her?",
        "Which defence did the defendant in Lund v. Port Board raise in 1962?",
        "Who told the Port Board that the dockers would strike?",
        "When the Port Board bought Pier 9 in 1964, who opposed the plan?",
        "Who signed the lease marked Exhibit 3 in Lund v. Port Board?",
        "Who replaced the captain of the Merrow on May 3, 1964?",
        "Who murdered his wife at Porthaven in 1964?",
    ],
)
def test_what_the_question_identifies_behind_the_word_is_not(question):
    assert find_deixis(rejected(question), Context()) == ""
