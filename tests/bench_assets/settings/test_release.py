"""What a release's TOML may say."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench_assets.settings.release import DraftingSection, OversamplingSection, check_name, parse_release
from scoring.contract import TaskType
from scoring.errors import BadInputError

PATH = Path("v1.toml")
HEAD = '[release]\nsource = "letters"\n'


def faults_of(text: str) -> str:
    with pytest.raises(BadInputError) as refused:
        parse_release(text, PATH)
    return str(refused.value)


def test_a_source_is_enough():
    settings = parse_release(HEAD, PATH)
    assert (settings.release.source, settings.release.seed) == ("letters", 0)
    assert (settings.corpus.chunk_tokens, settings.pooling.depth) == (512, 20)
    assert set(settings.models.roles().values()) == {"embedded"}


def test_what_is_written_wins_over_a_default():
    settings = parse_release(HEAD + '[pooling]\ndepth = 3\n[pooling.contributed_runs]\nmine = "abc"\n', PATH)
    assert (settings.pooling.depth, settings.pooling.contributed_runs) == (3, {"mine": "abc"})
    assert settings.pooling.max_windows == 40


def test_every_faulty_setting_is_named():
    assert faults_of(HEAD + "[corpus]\nmax_targets = 0\nchunk_token = 9\n[poling]\n") == (
        "v1.toml has 3 faulty settings: corpus.max_targets: Input should be greater than or equal to 1, "
        "corpus.chunk_token: Extra inputs are not permitted, poling: Extra inputs are not permitted. "
        "Mend them and run the command again."
    )


def test_text_that_is_no_toml_is_refused_with_its_place():
    assert faults_of(HEAD + "seed = \n") == (
        "v1.toml is not TOML: Invalid value (at line 3, column 8). Mend that line and run the command again."
    )


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("[gauntlet]\ntoken_overlap_floor = nan\n", "gauntlet.token_overlap_floor"),
        ("[gauntlet]\ntoken_overlap_floor = 1.1\n", "gauntlet.token_overlap_floor"),
        ("[gauntlet]\ndistractors = 0\n", "gauntlet.distractors"),
        ("[drafting]\nsalience_floor = 6\n", "drafting.salience_floor"),
        ("[drafting]\nmax_header_share = inf\n", "drafting.max_header_share"),
        ("[pooling]\ndepth = 0\n", "pooling.depth"),
        ("[publishing]\nmax_header_share = 1.0\n", "publishing.max_header_share"),
        ("[drafting]\nmax_items = 2\n", "drafting.max_items"),
        ("[drafting]\nmax_figure_share = 0.0\n", "drafting.max_figure_share"),
        ("[drafting.oversampling]\ndossier = 0.5\n", "drafting.oversampling.dossier"),
        ("[evaluation]\nbootstrap_draws = 99\n", "evaluation.bootstrap_draws"),
        ("[evaluation]\nbootstrap_seed = -1\n", "evaluation.bootstrap_seed"),
        ("[models]\njudge = 4\n", "models.judge"),
        ("[corpus]\nbackbone_documents = 1.5\n", "corpus.backbone_documents"),
        ("[corpus]\nmax_targets = true\n", "corpus.max_targets"),
        ('[corpus]\nmax_targets = "40"\n', "corpus.max_targets"),
        ("[evaluation]\nbootstrap_draws = 1_000_001\n", "evaluation.bootstrap_draws"),
    ],
)
def test_a_setting_out_of_its_range_is_refused(text: str, named: str):
    assert f" has 1 faulty settings: {named}: " in faults_of(HEAD + text)


def test_a_seed_is_what_a_column_holds():
    assert parse_release(f"{HEAD}seed = {-(2**63)}\n", PATH).release.seed == -(2**63)
    assert parse_release(f"{HEAD}seed = {2**63 - 1}\n", PATH).release.seed == 2**63 - 1
    assert "release.seed" in faults_of(f"{HEAD}seed = {2**63}\n")


def test_windows_that_would_not_go_forward_are_refused_before_a_build():
    # 16 less 15 moves on by a token, 16 less 16 by none; half of 400 is 200.
    parse_release(HEAD + "[corpus]\nchunk_tokens = 16\nchunk_overlap_tokens = 15\n", PATH)
    parse_release(HEAD + "[pooling]\nwindow_chars = 400\nwindow_overlap_chars = 199\n", PATH)
    assert "settings: corpus.chunk_overlap_tokens should be less than corpus.chunk_tokens. " in faults_of(
        HEAD + "[corpus]\nchunk_tokens = 16\nchunk_overlap_tokens = 16\n"
    )
    assert "settings: pooling.window_overlap_chars should be less than half of pooling.window_chars. " in faults_of(
        HEAD + "[pooling]\nwindow_chars = 400\nwindow_overlap_chars = 200\n"
    )


def test_thresholds_of_quality_have_defaults_and_are_read():
    settings = parse_release(HEAD + "[corpus.quality]\nclean_max_error_rate = 0.03\n", PATH)
    assert settings.corpus.quality.clean_max_error_rate == 0.03
    assert settings.corpus.quality.garbage_min_error_rate == 0.15


@pytest.mark.parametrize(
    "text", ["clean_max_error_rate = 1.0", "garbage_min_error_rate = 0.0", "clean_min_words = -1", "odd = 1"]
)
def test_a_threshold_out_of_its_range_is_refused(text: str):
    named = text.partition(" ")[0]
    assert f"settings: corpus.quality.{named}: " in faults_of(f"{HEAD}[corpus.quality]\n{text}\n")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("clean_max_error_rate = 0.15", "clean_max_error_rate should be less than garbage_min_error_rate"),
        ("clean_max_odd_word_ratio = 0.5", "clean_max_odd_word_ratio should be less than garbage_min_odd_word_ratio"),
        ("garbage_min_garbage_ratio = 0.06", "clean_max_garbage_ratio should be less than garbage_min_garbage_ratio"),
        ("clean_min_words = 5", "garbage_max_words should be less than clean_min_words"),
    ],
)
def test_clean_ends_before_garbage_begins(text: str, fault: str):
    assert faults_of(f"{HEAD}[corpus.quality]\n{text}\n") == (
        f"v1.toml has 1 faulty settings: corpus.quality: {fault}. Mend them and run the command again."
    )


@pytest.mark.parametrize("name", ["v1", "v1.0", "a", "A-b_c.d", "0" * 64])
def test_a_name_that_can_be_a_folder_and_a_partition_is_itself(name: str):
    assert check_name(name, "release") == name


@pytest.mark.parametrize(
    "name",
    ["", "v1|x", "a,b", "a/b", "..", ".a", "-a", "a...b", "a.", "0" * 65, "a b", "a\n", "é", "a\x00", "a\\b"],
)
def test_any_other_name_is_refused(name: str):
    with pytest.raises(BadInputError):
        check_name(name, "release")


def test_a_refused_name_is_told_what_a_name_is():
    with pytest.raises(BadInputError) as refused:
        check_name("a|b", "submission")
    assert str(refused.value) == (
        "submission 'a|b' cannot be used: a name is 1 to 64 letters, digits, '.', '_' or '-', starts with a letter or "
        "digit, and holds no '...', '|', ',' or '/'. Choose another name."
    )


def test_more_is_drafted_than_is_wanted():
    drafting = DraftingSection(dossier=7, oversampling=OversamplingSection(dossier=1.5))
    assert drafting.quota(TaskType.DOSSIER) == 7
    assert drafting.n_drafts(TaskType.DOSSIER) == 11  # 10.5: a part of a draft is one
