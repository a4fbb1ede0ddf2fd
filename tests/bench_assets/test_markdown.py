from __future__ import annotations

from bench_assets.markdown import cell, cut, prose, table


def test_a_text_is_one_line_and_is_cut_before_it_is_escaped():
    assert cell("a\n|b", 10) == "a &#124;b"
    assert cell("<" * 9, 5) == "&#60;&#60;..."
    assert (cut("abcde", 5), cut("abcdef", 5), cut("", 5)) == ("abcde", "ab...", "")


def test_running_text_loses_emphasis_headings_formulas_and_addresses():
    assert prose("# *a* _b_ $c$ http://d.example e@f", 99) == (
        "&#35; &#42;a&#42; &#95;b&#95; &#36;c&#36; http&#58;//d.example e&#64;f"
    )


def test_a_table_has_a_rule_below_its_heading():
    assert table(["a", "b"], [["1", "2"]]) == "| a | b |\n| --- | --- |\n| 1 | 2 |"
    assert table(["a"], []) == "| a |\n| --- |"
