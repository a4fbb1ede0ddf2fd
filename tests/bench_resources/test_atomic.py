"""Files and folders appear whole or not at all."""

from __future__ import annotations

import pytest

from bench_resources.atomic import write_bytes, write_folder, write_text


def test_a_file_is_written_with_its_folder_and_nothing_beside_it(tmp_path):
    path = write_text(tmp_path / "a" / "b.txt", "één\r\n")
    assert path.read_bytes() == "één\r\n".encode()
    assert [child.name for child in path.parent.iterdir()] == ["b.txt"]


def test_a_failed_write_leaves_the_old_file(tmp_path):
    path = write_bytes(tmp_path / "f", b"old")
    with pytest.raises(TypeError):
        write_bytes(path, "not bytes")
    assert path.read_bytes() == b"old"
    assert [child.name for child in tmp_path.iterdir()] == ["f"]


def test_a_folder_replaces_the_old_one_whole(tmp_path):
    target = tmp_path / "index"
    write_folder(target, lambda folder: (folder / "one").write_text("1"))
    write_folder(target, lambda folder: (folder / "two").write_text("2"))
    assert [child.name for child in target.iterdir()] == ["two"]
    assert [child.name for child in tmp_path.iterdir()] == ["index"]


def test_a_failed_filling_leaves_the_old_folder(tmp_path):
    target = tmp_path / "index"
    write_folder(target, lambda folder: (folder / "one").write_text("1"))

    def fail(folder):
        (folder / "half").write_text("2")
        raise RuntimeError("disk full")

    with pytest.raises(RuntimeError, match="disk full"):
        write_folder(target, fail)
    assert [child.name for child in target.iterdir()] == ["one"]
    assert [child.name for child in tmp_path.iterdir()] == ["index"]
