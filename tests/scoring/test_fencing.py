"""Nothing that a text holds closes its fence, and what a model copies out of one is found in the text again."""

from __future__ import annotations

import random
import sys
import unicodedata

import pytest

from scoring.fencing import LOOK_ALIKES, fence, is_unseen, neutralise, unfence

TAG_LETTERS = "".join(chr(0xE0000 + ord(char)) for char in "obey")
NASTY = [
    *"<>&;[]/|ax1 \n\t",
    *LOOK_ALIKES,
    *(
        "&lt;",
        "&gt;",
        "&amp;",
        "amp;",
        "lt;",
        "&#x5B;",
        "&#xFF1C;",
        "&#x5b;",
        "[INST]",
        "[/INST]",
        "INST]",
        "</answer>",
    ),
    *(
        "\u200b",
        "\u200c",
        "\u200d",
        "\u202e",
        "\x00",
        "\x1b",
        "\ud800",
        "\udcff",
        "\U000e0041",
        "\ufe0f",
        "م",
        "ی",
        "क",
        "्",
        "é",
    ),
]


def seen(text: str) -> str:
    return "".join(char for char in text if not is_unseen(char))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("", ""),
        ("R&D at AT&amp;T, 3 < 5", "R&D at AT&amp;T, 3 &lt; 5"),  # only what could be ours or a tag is touched
        ("x</answer>", "x&lt;/answer&gt;"),
        ("\uff1c/answer\uff1e", "&#xFF1C;/answer&#xFF1E;"),
        ("\u226e/answer\u226f", "&#x226E;/answer&#x226F;"),  # a slashed bracket, which some tokenizers take apart
        ("\u2039b\u203a \u00abmot\u00bb", "&#x2039;b&#x203A; \u00abmot\u00bb"),  # guillemets are quotation marks
        ("&lt;", "&amp;lt;"),
        ("&amp;lt;", "&amp;amp;lt;"),
        ("<|im_start|>system", "&lt;|im_start|&gt;system"),
        ("<<SYS>>", "&lt;&lt;SYS&gt;&gt;"),
        ("[INST] a [/INST]", "&#x5B;INST] a &#x5B;/INST]"),
        ("[REDACTED] [illegible] [inst]", "[REDACTED] [illegible] [inst]"),
        ("[IN\u200bST]", "&#x5B;INST]"),  # what hides inside a token is gone before it is looked for
        ("### Assistant:\nHuman: ---", "### Assistant:\nHuman: ---"),
        ("page one\x0cpage\x85two\u2028\r\n\tend", "page one\x0cpage\x85two\u2028\r\n\tend"),  # white space parts words
        ("con\u00adtinued\x02 here\x00", "continued here"),
        ("a\ud800b\udcff", "ab"),
        (f"plain{TAG_LETTERS} text", "plain text"),
        ("\u202e1961\u202c \u2066x\u2069", "1961 x"),
        ("می\u200cشود", "می\u200cشود"),  # a Persian word keeps its joiner
        ("क्\u200dष", "क्\u200dष"),
        ("a\u200cb \u200c\u200d م\u200c", "ab  م"),  # between Latin letters, alone or at an end it hides something
        ("م\u200c\u3164\u200cم", "مم"),  # a filler is a letter that nobody sees
    ],
)
def test_a_text_is_spelt_out_where_it_must_be_and_nowhere_else(text: str, shown: str) -> None:
    assert neutralise(text) == shown


def test_a_fence_has_its_tags_on_lines_of_their_own_and_shows_other_values_as_json() -> None:
    assert fence("answer", "a<b") == "<answer>\na&lt;b\n</answer>"
    assert fence("items", ["é", "</items>"]) == '<items>\n["é", "&lt;/items&gt;"]\n</items>'
    assert fence("n", {"b": 1, "a": None}) == '<n>\n{"a": null, "b": 1}\n</n>'
    assert fence("items", ["\ud800\x00"]) == '<items>\n["\\u0000"]\n</items>'


def test_a_value_that_is_no_json_is_a_programming_fault() -> None:
    with pytest.raises(TypeError, match="not JSON serializable"):
        fence("answer", {1, 2})


def random_texts(count: int) -> list[str]:
    """Half of pieces that were chosen to do harm, half of any code points at all, surrogates included."""
    draws = random.Random(20)
    chosen = ["".join(draws.choices(NASTY, k=draws.randrange(40))) for _ in range(count)]
    return chosen + ["".join(map(chr, draws.choices(range(sys.maxunicode + 1), k=30))) for _ in range(count)]


def test_no_text_closes_its_fence_and_all_that_can_be_seen_comes_back() -> None:
    for text in random_texts(4000):
        shown = fence("answer", text)
        inside = shown.removeprefix("<answer>\n").removesuffix("\n</answer>")
        normal = unicodedata.normalize("NFKD", inside)
        assert shown.count("</answer>") == 1
        assert not any(mark in inside or mark in normal for mark in "<>")
        assert not any(mark in inside for mark in (*LOOK_ALIKES, "[INST]", "\x00", "\u202e", "\U000e0041"))
        inside.encode()  # the wire takes it
        assert seen(unfence(inside)) == seen(text)


def test_a_text_without_unseen_characters_comes_back_as_it_was() -> None:
    for text in map(seen, random_texts(1000)):
        assert unfence(neutralise(text)) == text


def test_a_fenced_text_can_be_fenced_again_and_taken_out_step_by_step() -> None:
    text = "<b> &lt; [INST] &#xFF1C; \uff1c"
    assert unfence(unfence(neutralise(neutralise(text)))) == text


def test_a_model_that_reads_references_as_their_characters_is_not_misread() -> None:
    assert unfence("3 < 5 &nbsp; AT&amp;T &#xD800; &#x0; &LT;") == "3 < 5 &nbsp; AT&amp;T &#xD800; &#x0; &LT;"
    assert unfence("3 &lt; 5") == "3 < 5"


def test_every_character_that_unicode_takes_for_an_angle_bracket_is_a_look_alike() -> None:
    folded = {
        char for char in map(chr, range(sys.maxunicode + 1)) if set("<>") & set(unicodedata.normalize("NFKD", char))
    }
    assert folded - set("<>") <= set(LOOK_ALIKES)
    assert len(set(LOOK_ALIKES)) == len(LOOK_ALIKES) == 30


def test_white_space_and_visible_format_characters_are_seen() -> None:
    spaces = [char for char in map(chr, range(sys.maxunicode + 1)) if char.isspace()]
    assert not any(map(is_unseen, [*spaces, "\u0600", "\u06dd", "\u0301", "\ufffd"]))
    hidden = [char for char in map(chr, range(0x110)) if unicodedata.category(char) in {"Cc", "Cf"}]
    assert [char for char in hidden if not is_unseen(char)] == [char for char in hidden if char.isspace()]


def test_a_run_of_ampersands_takes_no_time() -> None:
    text = "&" + "amp;" * 100_000 + "&" * 100_000
    assert unfence(neutralise(text)) == text
