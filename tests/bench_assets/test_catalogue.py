"""What a home offers, and what of it cannot be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench_assets.catalogue import Catalogue, read_catalogue
from bench_assets.source.locks import write_lock
from scoring.errors import BadInputError
from tests.small_home import catalogue, release, source


def write(home: Path, name: str, text: str | bytes) -> Path:
    path = home / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home with one sound source and one sound release."""
    write_lock(tmp_path, source("letters", "1", "0"))
    write(tmp_path, "releases/v1.toml", '[release]\nsource = "letters"\n')
    return tmp_path


def test_an_empty_or_absent_home_offers_nothing(tmp_path: Path):
    for folder in (tmp_path, tmp_path / "absent"):
        assert read_catalogue(folder) == Catalogue(folder, {}, {}, {})


def test_sources_and_releases_are_read_by_their_names(home: Path):
    found = read_catalogue(home)
    assert (list(found.sources), list(found.releases), found.faults) == (["letters"], ["v1"], {})
    assert list(found.shards) == ["letters/0", "letters/1"]
    assert found.shards_of("v1") == ["letters/0", "letters/1"]
    assert found.settings_of("v1").release.source == "letters"


def test_a_release_reads_its_own_source_only(tmp_path: Path):
    sources = {"letters": source("letters", "0"), "letters2": source("letters2", "0")}
    found = catalogue(tmp_path, sources=sources, releases={"v1": release("letters")})
    assert found.shards_of("v1") == ["letters/0"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[release", "is not TOML: Expected ']' at the end of a table declaration"),
        ('[release]\nsource = "letters"\nsede = 3\n', "has 1 faulty settings: release.sede: Extra inputs"),
        ("", "has 1 faulty settings: release: Field required"),
        (b'[release]\nsource = "\xff"\n', "is not UTF-8: 'utf-8' codec can't decode byte 0xff"),
        ("a = " + "1" * 5000, "is not TOML: Exceeds the limit"),
        ("a = " + "[" * 5000, "is not TOML: maximum recursion depth exceeded"),
    ],
)
def test_a_faulty_release_is_reported_with_its_file_and_the_others_stay_usable(
    home: Path, text: str | bytes, said: str
):
    path = write(home, "releases/broken.toml", text)
    found = read_catalogue(home)
    assert list(found.faults) == ["releases/broken.toml"]
    assert found.faults["releases/broken.toml"].startswith(f"{path} {said}")
    assert list(found.releases) == ["v1"]
    with pytest.raises(BadInputError) as refused:
        found.settings_of("broken")
    assert str(refused.value) == found.faults["releases/broken.toml"]


@pytest.mark.parametrize("text", ["[[", 'name = "other"\n', b"\xff", "a = " + "[" * 5000])
def test_a_faulty_lock_is_reported_with_its_file_and_the_others_stay_usable(home: Path, text: str | bytes):
    path = write(home, "sources/ledgers.toml", text)
    found = read_catalogue(home)
    assert list(found.faults) == ["sources/ledgers.toml"]
    assert found.faults["sources/ledgers.toml"].startswith(str(path))
    assert list(found.sources) == ["letters"]


def test_a_release_of_a_faulty_lock_says_what_is_wrong_with_the_lock(home: Path):
    write(home, "sources/ledgers.toml", "[[")
    write(home, "releases/v2.toml", '[release]\nsource = "ledgers"\n')
    found = read_catalogue(home)
    with pytest.raises(BadInputError) as refused:
        found.shards_of("v2")
    assert str(refused.value) == found.faults["sources/ledgers.toml"]


@pytest.mark.parametrize("kind", ["sources", "releases"])
def test_a_folder_or_a_dangling_link_called_like_a_file_is_a_fault(home: Path, kind: str):
    (home / kind / "folder.toml").mkdir()
    (home / kind / "link.toml").symlink_to(home / "nowhere")
    found = read_catalogue(home)
    assert list(found.faults) == [f"{kind}/folder.toml", f"{kind}/link.toml"]
    assert found.faults[f"{kind}/folder.toml"] == (
        f"{home / kind / 'folder.toml'} cannot be read: [Errno 21] Is a directory: "
        f"'{home / kind / 'folder.toml'}'. Mend it, or take it away."
    )
    assert (list(found.sources), list(found.releases)) == (["letters"], ["v1"])


def test_a_release_whose_name_cannot_be_a_partition_is_a_fault(home: Path):
    write(home, "releases/v1|x.toml", '[release]\nsource = "letters"\n')
    found = read_catalogue(home)
    assert list(found.releases) == ["v1"]
    assert found.faults["releases/v1|x.toml"].startswith("release 'v1|x' cannot be used: a name is 1 to 64 letters")


def test_an_unknown_release_is_refused_with_those_there_are(tmp_path: Path):
    with pytest.raises(BadInputError) as refused:
        catalogue(tmp_path).settings_of("v3")
    assert str(refused.value) == (
        f"There is no release 'v3' in {tmp_path / 'releases'}; releases there: v1, v2. "
        "Run: docketbench release new v3 --source NAME"
    )
    with pytest.raises(BadInputError, match="releases there: none"):
        catalogue(tmp_path, releases={}).settings_of("v3")


def test_a_release_of_an_unlocked_source_is_refused_with_those_there_are(tmp_path: Path):
    with pytest.raises(BadInputError) as refused:
        catalogue(tmp_path, releases={"v1": release("maps")}).shards_of("v1")
    assert str(refused.value) == (
        "Release v1 names the source 'maps', which has no lock; locked sources: ledgers, letters. "
        "Run: docketbench source add maps PATH"
    )
