"""Dagster resources: the home folder with its lake, and the models."""

from pathlib import Path

import dagster as dg

from bench_resources.lake import Lake
from bench_resources.model_access import Access, Caller
from bench_resources.models import CountedModel, open_model


class HomeResource(dg.ConfigurableResource):
    """The folder that sources, releases, the lake and exports lie in."""

    folder: str

    @property
    def path(self) -> Path:
        """The home as a path."""
        return Path(self.folder)

    @property
    def lake(self) -> Lake:
        """The lake below the home."""
        return Lake(self.path)


class ModelsResource(dg.ConfigurableResource):
    """Models by the name that a release's [models] section pins."""

    def open(self, name: str, access: Access, caller: Caller) -> CountedModel:
        """The model of that name, for a stage. Raises BadInputError for one that cannot be had."""
        return open_model(name, access, caller)
