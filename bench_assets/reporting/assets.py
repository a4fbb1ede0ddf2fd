"""Wiring of the reporting stage: the leaderboard."""

import dagster as dg
import pyarrow as pa

from bench_assets.reporting.publishing import publish_board
from bench_assets.results import current_fingerprints, finish, wired
from bench_resources.resources import HomeResource


@dg.asset(**wired("leaderboard"))
def leaderboard(
    context: dg.AssetExecutionContext, home: HomeResource, release_manifest: pa.Table, scores: dict
) -> dg.MaterializeResult:
    """One row per submission to the questions as they are, best first; also exports/<release>/leaderboard.json."""
    context.log.info("the board of a release of %d files", release_manifest.num_rows)
    fingerprints = current_fingerprints(context.instance, home.lake)
    # A submission that answers the questions of an earlier day has scores too; they compare with no others.
    current = [key for key in scores if fingerprints.reusable("scores", key)]
    return finish(context, home, publish_board(home.path, context.partition_key, current))


ASSETS = [leaderboard]
