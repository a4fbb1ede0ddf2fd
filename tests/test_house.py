"""The rules of the house: who may import what, what no stage may know, and what is deployed."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from bench_resources.planted.cast import invented_names

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("scoring", "bench_resources", "bench_assets")
# Who may import whom: a package and what it must not see.
FORBIDDEN = {"scoring": {"bench_resources", "bench_assets"}, "bench_resources": {"bench_assets"}}
WIRING = {
    "bench_assets": {"assets", "checks", "definitions", "partitions", "jobs", "schedules", "sensors", "results", "build", "history"},
    "bench_resources": {"resources", "io_managers"},
}  # fmt: skip
COMPOSE = ROOT / "docker-compose.yml"
# Names of real corpora whose documents the factory is tried on, and the embedded corpus's own title.
CORPUS_WORDS = ("jfk", "oswald", "kennedy")


def modules(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def dotted(path: Path) -> str:
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    return name.removesuffix(".__init__")


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            yield node.module or ""


def is_wiring(path: Path) -> bool:
    package = path.relative_to(ROOT).parts[0]
    return path.stem in WIRING.get(package, set())


def is_dagster(name: str) -> bool:
    return name == "dagster" or name.startswith(("dagster.", "dagster_"))


@pytest.mark.parametrize("package", sorted(FORBIDDEN))
def test_layers_import_downwards_only(package):
    found = {
        f"{dotted(path)} imports {name}"
        for path in modules(package)
        for name in imports(path)
        if name.split(".")[0] in FORBIDDEN[package]
    }
    assert sorted(found) == []


@pytest.mark.parametrize("package", PACKAGES)
def test_only_the_wiring_imports_dagster(package):
    found = [dotted(path) for path in modules(package) if not is_wiring(path) and any(map(is_dagster, imports(path)))]
    assert found == []


def test_ruff_bans_dagster_exactly_outside_the_wiring():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["ruff"]["lint"]
    assert "dagster" in settings["flake8-tidy-imports"]["banned-api"]
    lifted = {
        package: set(re.findall(r"\w+", re.search(r"\{(.*?)\}", pattern)[1]))
        for pattern, rules in settings["per-file-ignores"].items()
        if rules == ["TID251"] and "{" in pattern
        for package in WIRING
        if pattern.startswith(package)
    }
    assert lifted == WIRING


def test_pure_modules_come_without_dagster():
    pure = [dotted(path) for package in PACKAGES for path in modules(package) if not is_wiring(path)]
    program = (
        "import importlib, sys\n"
        f"for name in {pure!r}:\n"
        "    importlib.import_module(name)\n"
        "    if 'dagster' in sys.modules:\n"
        "        sys.exit(name)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_scoring_comes_without_the_rest_of_the_house():
    names = [dotted(path) for path in modules("scoring")]
    program = (
        "import importlib, sys\n"
        f"[importlib.import_module(name) for name in {names!r}]\n"
        "heavy = {'dagster', 'bench_assets', 'bench_resources', 'torch', 'litellm', 'pandas', 'tantivy'} & set(sys.modules)\n"
        "sys.exit(', '.join(sorted(heavy)) or 0)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_package_openings_hold_a_docstring_and_nothing_else():
    for package in PACKAGES:
        for path in (ROOT / package).rglob("__init__.py"):
            body = ast.parse(path.read_text(encoding="utf-8")).body
            assert len(body) == 1, path
            assert isinstance(body[0], ast.Expr), path


def stage_files() -> list[Path]:
    planted = ROOT / "bench_resources" / "planted"
    files = [path for package in ("bench_assets", "bench_resources") for path in (ROOT / package).rglob("*")]
    return sorted(
        path
        for path in files
        if path.suffix in {".py", ".md", ".txt", ".toml", ".html"} and planted not in path.parents
    )


def test_no_stage_knows_a_corpus():
    words = [*CORPUS_WORDS, *(name.lower() for name in invented_names())]
    known = re.compile(r"(?<![a-z])(?:" + "|".join(map(re.escape, words)) + r")(?![a-z])")
    found = [
        f"{path.relative_to(ROOT)}: {match[0]}"
        for path in stage_files()
        for match in known.finditer(path.read_text(encoding="utf-8").lower())
    ]
    assert len(words) > 100
    assert found == []


def test_the_reader_is_not_shaped_on_the_embedded_corpus():
    readers = [path for path in modules("bench_resources") if "planted" not in path.parts]
    assert [dotted(path) for path in readers for name in imports(path) if "planted" in name] == []


def test_only_the_demo_and_the_audit_ask_for_the_embedded_corpus():
    found = {dotted(path) for path in modules("bench_assets") for name in imports(path) if "planted" in name}
    assert all(name.startswith(("bench_assets.cli.", "bench_assets.auditing.")) for name in found)


def test_commands_that_need_no_model_do_not_load_litellm(tmp_path):
    # it takes seconds, and looks for lists on the net unless it is told not to
    code = (
        "import sys\n"
        "import bench_assets.definitions, bench_assets.cli.main, bench_assets.cli.replies, bench_resources.live_calls\n"
        "assert not {'litellm', 'openai'} & set(sys.modules)"
    )
    given = {**os.environ, "DOCKETBENCH_HOME": str(tmp_path), "PYTHONWARNINGS": "ignore"}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False, env=given
    )
    assert done.returncode == 0, done.stderr


def compose() -> dict:
    return yaml.safe_load(COMPOSE.read_text(encoding="utf-8"))


def test_every_published_port_is_bound_to_this_machine():
    ports = [port for service in compose()["services"].values() for port in service.get("ports", [])]
    assert ports
    assert all(str(port).startswith("127.0.0.1:") for port in ports)


def test_the_server_is_postgres_a_webserver_and_a_daemon_of_one_image():
    services = compose()["services"]
    assert set(services) == {"postgres", "webserver", "daemon"}
    builds = [service["build"] for service in services.values() if "build" in service]
    assert {build["dockerfile"] for build in builds} == {"deploy/Dockerfile"}
    assert [path.relative_to(ROOT).as_posix() for path in dockerfiles()] == ["deploy/Dockerfile"]


def dockerfiles() -> list[Path]:
    folders = [ROOT, *(path for path in ROOT.iterdir() if path.is_dir() and path.name not in {".venv", ".git", "data"})]
    return sorted({path for folder in folders for path in folder.glob("*Dockerfile*")})


def test_no_password_has_a_default():
    # ${NAME:?message}: compose refuses to start when the variable is not set.
    for service in compose()["services"].values():
        for name, value in service.get("environment", {}).items():
            assert "PASSWORD" not in name or re.fullmatch(r"\$\{\w+:\?[^}]+\}", value)


def test_the_instance_takes_its_storage_from_variables_that_compose_sets():
    instance = yaml.safe_load((ROOT / "deploy" / "dagster.yaml").read_text(encoding="utf-8"))
    database = instance["storage"]["postgres"]["postgres_db"]
    named = {value["env"] for value in database.values() if isinstance(value, dict)}
    assert set(database) == {"hostname", "username", "password", "db_name", "port"}
    for service in ("webserver", "daemon"):
        assert named <= set(compose()["services"][service]["environment"])
    assert instance["telemetry"] == {"enabled": False}


def test_what_the_image_copies_exists():
    text = (ROOT / "deploy" / "Dockerfile").read_text(encoding="utf-8")
    copied = [name for line in text.splitlines() if line.startswith("COPY ") for name in line.split()[1:-1]]
    assert {"pyproject.toml", "scoring", "bench_resources", "bench_assets"} <= set(copied)
    assert [name for name in copied if not (ROOT / name).exists()] == []


@pytest.mark.parametrize(
    "page",
    [
        "README.md",
        "docs/architecture.md",
        "docs/scoring.md",
        "docs/sources.md",
        "docs/epstein-v1.md",
        "docs/models.md",
        "docs/tasks.md",
        "docs/audit.md",
        "docs/review.md",
        "docs/card.md",
        "CHANGELOG.md",
    ],
)
def test_links_and_code_names_of_the_documents_exist(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)#]+)\)", text) if "://" not in link]
    paths = re.findall(r"`((?:scoring|bench_resources|bench_assets|tests|docs|deploy)/[\w/.]*)`", text)
    missing = [link for link in links if not ((ROOT / page).parent / link).exists()]
    missing += [path for path in paths if not (ROOT / path).exists()]
    assert missing == []


def test_the_picture_of_the_readme_shows_every_asset():
    from bench_assets.graph import GRAPH  # noqa: PLC0415

    picture = re.search(r"```mermaid\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)[1]
    shown = set(re.findall(r"\b[a-z][a-z0-9_]+\b", picture))
    expected = {node.asset for node in GRAPH if node.stage != "settings" and node.asset != "shard_locks"}
    assert expected - shown == set()


def test_every_command_of_the_documents_exists():
    from typer.main import get_command  # noqa: PLC0415

    from bench_assets.cli.main import app  # noqa: PLC0415

    known = set(get_command(app).commands)
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))):
        text = page.read_text(encoding="utf-8")
        called = re.findall(r"(?:^|`|exec webserver )docketbench ([a-z]+)", text, re.MULTILINE)
        assert set(called) <= known, page.name
