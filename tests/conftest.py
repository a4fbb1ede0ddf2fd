"""What every test may rely on: a home of its own for the process, and no silent skip where the real data lies."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest

# Partitions are read once, at import: the home is set before any test imports the wiring.
HOME = Path(tempfile.mkdtemp(prefix="docketbench-tests-"))
os.environ["DOCKETBENCH_HOME"] = str(HOME)
os.environ["DAGSTER_HOME"] = str(HOME / "dagster")
(HOME / "dagster").mkdir()
(HOME / "dagster" / "dagster.yaml").write_text("telemetry: {enabled: false}\nnux: {enabled: false}\n", encoding="utf-8")

SHARED_DATA = Path(__file__).resolve().parents[2] / "shared" / "data"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whole builds come first: each takes minutes, and on two cores the others run beside it."""
    items.sort(key=lambda item: "pipeline" not in item.path.parts)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Names what was skipped, so that a run without the real data cannot pass for one with it."""
    for report in terminalreporter.stats.get("skipped", []):
        terminalreporter.write_line(f"SKIPPED {report.nodeid}: {report.longrepr[2]}")


def pytest_sessionfinish(session: pytest.Session) -> None:
    """In CI, where the real data lies beside the checkout, a skip is a failure."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter and reporter.stats.get("skipped") and os.environ.get("CI") and SHARED_DATA.exists():
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
