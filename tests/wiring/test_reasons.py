"""What a failed run says."""

import pytest

from bench_assets.build import in_words


@pytest.mark.parametrize(
    ("kept", "told"),
    [
        ("scoring.errors.BadInputError: The release has no task: look at its yields.\n", "The release has no task: look at its yields."),
        ("ValueError: no such row\n", "ValueError: no such row"),
        ("scoring.errors.StoppedError: ", ""),
    ],
)  # fmt: skip
def test_an_error_of_ours_is_told_without_its_class(kept: str, told: str):
    assert in_words(kept) == told
