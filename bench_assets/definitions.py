"""The code location: every asset, check and resource, for `dagster dev`, the stock CLI and the build alike."""

from __future__ import annotations

import dagster as dg

from bench_assets.corpus import assets as corpus
from bench_assets.drafting import assets as drafting
from bench_assets.evaluation import assets as evaluation
from bench_assets.gates import checks as gates
from bench_assets.gauntlet import assets as gauntlet
from bench_assets.partitions import HOME
from bench_assets.pooling import assets as pooling
from bench_assets.publishing import assets as publishing
from bench_assets.reference import assets as reference
from bench_assets.reporting import assets as reporting
from bench_assets.settings import assets as settings
from bench_assets.source import assets as source
from bench_resources.io_managers import LakeIOManager
from bench_resources.resources import HomeResource, ModelsResource

STAGES = (settings, source, corpus, drafting, gauntlet, pooling, publishing, reference, evaluation, reporting)
ASSETS = [asset for stage in STAGES for asset in stage.ASSETS]
CHECKS = gates.CHECKS
_home = HomeResource(folder=str(HOME))
RESOURCES = {"home": _home, "models": ModelsResource(), "lake_io": LakeIOManager(home=_home)}

# In process: a step of ours is worth less than the start of a process; build brings its own worker processes.
defs = dg.Definitions(assets=ASSETS, asset_checks=CHECKS, resources=RESOURCES, executor=dg.in_process_executor)
