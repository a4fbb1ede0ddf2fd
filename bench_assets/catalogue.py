"""What a home folder offers to build: sources with their shards, releases, and the files that could not be read.

Belongs here: finding and reading data/sources/*.toml and data/releases/*.toml. Does not: Dagster, the lake, any stage.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from bench_assets.settings.release import ReleaseSettings, check_name, parse_release
from bench_assets.source.locks import ShardLock, SourceLock, read_lock
from scoring.errors import BadInputError, name_culprits


@dataclass(frozen=True)
class Catalogue:
    """The sources and releases of one home.

    Attributes:
        home: the folder.
        sources: locks by source name.
        releases: settings by version.
        faults: message by the file that could not be read; such a file is in neither of the two.
    """

    home: Path
    sources: Mapping[str, SourceLock]
    releases: Mapping[str, ReleaseSettings]
    faults: Mapping[str, str]

    @property
    def shards(self) -> dict[str, ShardLock]:
        """Every shard by its key "<source>/<shard>", sorted."""
        locks = [shard for lock in self.sources.values() for shard in lock.shards]
        return {shard.key: shard for shard in sorted(locks, key=lambda shard: shard.key)}

    def shards_of(self, version: str) -> list[str]:
        """Shard keys of a release's source, sorted. Raises BadInputError without a lock, or a faulty one."""
        source = self.releases[version].release.source
        faulty = self.faults.get(f"sources/{source}.toml")
        if faulty is not None:
            raise BadInputError(faulty)
        if source not in self.sources:
            known = name_culprits(sorted(self.sources)) or "none"
            origin = self.releases[version].source
            arguments = shlex.join(origin.arguments()) if origin else "PATH"
            raise BadInputError(
                f"Release {version} names the source {source!r}, which has no lock; locked sources: {known}. "
                f"Run: docketbench source add {source} {arguments}"
            )
        return [key for key in self.shards if key.startswith(f"{source}/")]

    def settings_of(self, version: str) -> ReleaseSettings:
        """Settings of a release. Raises BadInputError when there is no such release, or its file is faulty."""
        faulty = self.faults.get(f"releases/{version}.toml")
        if faulty is not None:
            raise BadInputError(faulty)
        if version not in self.releases:
            known = name_culprits(sorted(self.releases)) or "none"
            raise BadInputError(
                f"There is no release {version!r} in {self.home / 'releases'}; releases there: {known}. "
                f"Run: docketbench release new {version} --source NAME"
            )
        return self.releases[version]


def read_catalogue(home: Path) -> Catalogue:
    """Everything that `home` offers, sorted by name; a faulty file is a fault, and the others stay usable."""
    sources: dict[str, SourceLock] = {}
    releases: dict[str, ReleaseSettings] = {}
    faults: dict[str, str] = {}
    for path in sorted(home.glob("sources/*.toml")):
        try:
            lock = read_lock(home, path)
            sources[lock.name] = lock
        except BadInputError as error:
            faults[f"sources/{path.name}"] = str(error)
        except (OSError, RecursionError) as error:
            faults[f"sources/{path.name}"] = f"{path} cannot be read: {error}. Mend it, or take it away."
    for path in sorted(home.glob("releases/*.toml")):
        try:
            check_name(path.stem, "release")
            releases[path.stem] = parse_release(path.read_text(encoding="utf-8"), path)
        except BadInputError as error:
            faults[f"releases/{path.name}"] = str(error)
        except UnicodeDecodeError as error:
            faults[f"releases/{path.name}"] = f"{path} is not UTF-8: {error}. Save it as UTF-8."
        except OSError as error:
            faults[f"releases/{path.name}"] = f"{path} cannot be read: {error}. Mend it, or take it away."
    return Catalogue(home, sources, releases, faults)
