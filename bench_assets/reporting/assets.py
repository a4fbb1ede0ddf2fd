"""Wiring of the reporting stage: the leaderboard."""

import dagster as dg
import pyarrow as pa

from bench_assets.reporting.publishing import publish_board
from bench_assets.results import finish, wired
from bench_resources.resources import HomeResource


@dg.asset(**wired("leaderboard"))
def leaderboard(
    context: dg.AssetExecutionContext, home: HomeResource, release_manifest: pa.Table, scores: dict
) -> dg.MaterializeResult:
    """One row per submission, best first; also exports/<release>/leaderboard.json."""
    context.log.info("the board of a release of %d files", release_manifest.num_rows)
    return finish(context, home, publish_board(home.path, context.partition_key, scores))


ASSETS = [leaderboard]
