"""How the models of a release are called: its [models] section, and what only this machine knows.

Belongs here: the TOML's values and the environment's as one Access. Does not: calling, and anything a row depends on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from bench_assets.settings.release import ASKED_ROLES, EndpointSection, ModelsSection, PriceSection
from bench_resources.chat_wire import SchemaMode
from bench_resources.model_access import Access, Address, Mode
from bench_resources.models import live_models, require_model
from bench_resources.prices import Price, require_price
from scoring.errors import MissingFileError

CACHE_VARIABLE = "DOCKETBENCH_CACHE"  # a database URL, which may hold a password: never a setting that is committed
REPLAY_VARIABLE = "DOCKETBENCH_REPLAY"  # set by --replay, for worker processes: a path, or OWN_CACHE
OWN_CACHE = "own"  # of the home
MODELS_FOLDER = "models"
CACHE_FILE = "replies.sqlite"
ROLES_ASKED: Mapping[str, tuple[str, ...]] = {  # by stage
    "corpus": ("cheap",),
    "drafting": ("cheap",),
    "gauntlet": ("cheap", "strong"),
    "pooling": ("cheap",),
    "reference": ("answerer",),
    "evaluation": ("judge",),
}


def access_of(home: Path, release: str, models: ModelsSection, environment: Mapping[str, str]) -> Access:
    """The access to a release's models.

    Args:
        home: its folder `models` holds the cache, unless DOCKETBENCH_CACHE names a database.
        release: whose budget is spent.
        models: the section.
        environment: of the process.
    """
    replay = environment.get(REPLAY_VARIABLE, "")
    return Access(
        release=release,
        mode=Mode.REPLAY if replay else Mode(models.mode.value),
        folder=home / MODELS_FOLDER,
        cache_url=cache_url(home, environment),
        sampling=models.sampling,
        addresses={name: _address(endpoint) for name, endpoint in models.endpoints.items()},
        prices={name: price_in(section) for name, section in models.prices.items()},
        budget_usd=models.budget_usd,
        is_price_required=not models.allow_unknown_prices,
        replay_path=Path(replay) if replay not in ("", OWN_CACHE) else None,
    )


def cache_url(home: Path, environment: Mapping[str, str]) -> str:
    """The database of replies: DOCKETBENCH_CACHE, else a file below the home."""
    return environment.get(CACHE_VARIABLE) or f"sqlite:///{home / MODELS_FOLDER / CACHE_FILE}"


def price_in(section: PriceSection) -> Price:
    """A price as the TOML gives it."""
    return Price(**section.model_dump())


def _address(section: EndpointSection) -> Address:
    return Address(**{**section.model_dump(), "schema_mode": SchemaMode(section.schema_mode)})


def require_callable(models: ModelsSection, access: Access, roles: Iterable[str] = ASKED_ROLES) -> None:
    """Raises now what the first prompt to a model would raise an hour into the build.

    Args:
        models: the section.
        access: to them.
        roles: those that will be asked; the names of all must be sound.

    Raises: BadInputError: a name that is no model's, a replay's file that is not there. UnknownPriceError: live calls
        of a model whose price nobody knows.
    """
    for name in models.roles().values():
        require_model(name, has_address=access.address(name).api_base is not None)
    if access.replay_path is not None and not access.replay_path.is_file():
        raise MissingFileError(str(access.replay_path), "model cache", "no such file")
    if access.mode is Mode.LIVE and access.is_price_required:
        for name in live_models({role: models.roles()[role] for role in roles}):
            require_price(name, access.prices)
