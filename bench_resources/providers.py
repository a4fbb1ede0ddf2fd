"""Live models: one request sent to a provider, sent again where that may help, and what is wrong where it does not.

Belongs here: HTTP to OpenAI-compatible servers, litellm for the rest, what their failures mean. Does not: the cache,
money, how many calls run at once. httpx and litellm are imported when a provider is opened: litellm takes seconds.
"""

from __future__ import annotations

import asyncio
import copy
import importlib
import json
import logging
import os
import random
import re
import ssl
import time
import warnings
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol
from urllib.parse import urlsplit

from bench_resources.chat_wire import (
    Answer,
    SchemaMode,
    WireError,
    answer_of_chat,
    chat_body,
    response_format,
)
from bench_resources.llm_cache import secrets_of
from bench_resources.llm_requests import Request
from bench_resources.retries import told_seconds, wait_seconds
from scoring.errors import BadInputError, DocketbenchError, quote

if TYPE_CHECKING:
    import httpx

Pause = Callable[[float], Awaitable[None]]

MAX_BODY_BYTES = 64 << 20  # of a reply, as for a line of the cache: servers are not trusted
MAX_WORDS_CHARS = 400  # of a provider's message that are looked at: further on it may repeat the prompt
# With an address of their own, models of these providers go through litellm; every other name is taken for that of a
# model on an OpenAI-compatible server. Written down here because asking litellm means importing it.
NOT_OPENAI_PROVIDERS = frozenset(
    "anthropic azure azure_ai bedrock cohere deepseek fireworks_ai gemini groq mistral ollama ollama_chat openrouter "
    "perplexity replicate sagemaker together_ai vertex_ai watsonx xai".split()
)
ODDLY_KEYED_PROVIDERS = frozenset("bedrock ollama ollama_chat sagemaker together_ai vertex_ai watsonx".split())
NO_KEY_SENT = "none"  # in place of a key, so that litellm does not look for the provider's own

# litellm 1.110.2. Without the first two it fetches lists from the net, at import and at the first call of Anthropic;
# without the third it reads the nearest .env file into the environment.
LITELLM_ENVIRONMENT = {
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    "LITELLM_LOCAL_ANTHROPIC_BETA_HEADERS": "True",
    "LITELLM_MODE": "PRODUCTION",
}
LITELLM_LOGGERS = ("LiteLLM", "LiteLLM Router", "LiteLLM Proxy")  # they write prompts, and parts of keys
LITELLM_OPENING = re.compile(r"^litellm\.\w+: (\w+: )?(\w+ - )?")  # names of classes, before what was said
LITELLM_GRACE_SECONDS = 5.0  # its own timeout comes after ours, which counts the whole call


BLOT = "[secret]"
LIKE_A_KEY = re.compile(r"\bsk-[\w*-]{4,}|[\w-]*\*{3,}[\w-]*")  # providers repeat a wrong key with stars in its middle
MAX_QUOTED_CHARS = 2_000  # of a message, before secrets are looked for and it is cut to an excerpt


# --- what is asked and given ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Endpoint:
    """Where a model is called, and how.

    Attributes:
        model: the pinned name, provider prefix included.
        api_base: of a server of one's own, e.g. "http://127.0.0.1:8000/v1"; None for the provider's.
        api_key_env: the name of the environment variable that holds the key. None: with api_base no key is sent, not
            even one that is set; without it the provider's usual variable is read.
        timeout_seconds: of one attempt, from the first byte to the last.
        max_attempts: the first one included.
        schema_mode: how the endpoint is told which JSON is wanted.

    Raises: ValueError: a number out of range. BadInputError: an api_base that is no plain HTTP address.
    """

    model: str
    api_base: str | None = None
    api_key_env: str | None = None
    timeout_seconds: float = 120.0
    max_attempts: int = 6
    schema_mode: SchemaMode = SchemaMode.JSON_SCHEMA

    def __post_init__(self) -> None:
        """Checks the numbers and the address."""
        if not self.timeout_seconds > 0:
            raise ValueError(f"timeout_seconds is {self.timeout_seconds}, expected more than 0")
        if self.max_attempts < 1:
            raise ValueError(f"max_attempts is {self.max_attempts}, expected 1 or more")
        if self.api_base is not None and not _is_plain_address(self.api_base):
            # Not quoted: what makes it unfit may be a password.
            raise BadInputError(
                f"The api_base of {self.model!r} is not of the form http://host:port/path, without a user, a password, "
                "a query or blanks. Write the server's address alone, and name the variable of its key in api_key_env."
            )

    @property
    def provider(self) -> str:
        """What stands before the first slash of the model's name; "" without one."""
        return self.model.partition("/")[0] if "/" in self.model else ""

    @property
    def is_openai_server(self) -> bool:
        """Whether it is a server that is called directly, in OpenAI's protocol."""
        return self.api_base is not None and self.provider not in NOT_OPENAI_PROVIDERS


def _is_plain_address(address: str) -> bool:
    try:
        parts = urlsplit(address)
        has_port = parts.port is None or parts.port > 0  # reading it raises for what is no port
    except ValueError:
        return False
    is_plain = address.isascii() and address.isprintable() and not set(address) & set(" @?#\\")
    return is_plain and has_port and parts.scheme in ("http", "https") and bool(parts.hostname)


@dataclass(frozen=True)
class Sent:
    """A reply, whole or not: one that is empty, refused or truncated was paid for and is no failure of the call.

    Attributes:
        answer: as the provider gave it.
        seconds: from the first attempt to the reply, waits included.
        n_attempts: from 1.
    """

    answer: Answer
    seconds: float
    n_attempts: int


class Provider(Protocol):
    """Something that answers requests for one model. Many calls may run at once."""

    async def send(self, request: Request) -> Sent:
        """The reply. Raises FailedCallError for this item, BrokenProviderError for all of them."""
        ...

    async def close(self) -> None:
        """Closes the connections, in the event loop in which they were used."""
        ...


# --- what goes wrong ------------------------------------------------------------------------------------------------


class Failure(StrEnum):
    """What can be wrong with one item."""

    UNREACHABLE = "unreachable"
    TIMED_OUT = "timed_out"
    RATE_LIMITED = "rate_limited"
    SERVER_ERROR = "server_error"
    NO_COMPLETION = "no_completion"
    TOO_LONG = "too_long"
    REFUSED = "refused"
    BAD_REQUEST = "bad_request"


FAILURE_MEANINGS = {
    Failure.UNREACHABLE: "there was no connection, or it broke",
    Failure.TIMED_OUT: "the answer did not come in time",
    Failure.RATE_LIMITED: "the provider's rate limit was reached",
    Failure.SERVER_ERROR: "the provider had an error",
    Failure.NO_COMPLETION: "what came is no completion",
    Failure.TOO_LONG: "the prompt is too long for the model",
    Failure.REFUSED: "the provider's content policy refuses the prompt",
    Failure.BAD_REQUEST: "the provider refuses the request",
}
TRANSIENT = frozenset(
    {
        Failure.UNREACHABLE,
        Failure.TIMED_OUT,
        Failure.RATE_LIMITED,
        Failure.SERVER_ERROR,
        Failure.NO_COMPLETION,
    }
)


class Breakage(StrEnum):
    """Why a provider will refuse every call."""

    NO_KEY = "no_key"
    BAD_KEY = "bad_key"
    NO_MONEY = "no_money"
    WRONG_MODEL = "wrong_model"
    UNKNOWN_PROVIDER = "unknown_provider"
    WRONG_ADDRESS = "wrong_address"
    UNSUPPORTED_SETTING = "unsupported_setting"


BREAKAGE_MEANINGS = {
    Breakage.NO_KEY: "There is no key for {model}",
    Breakage.BAD_KEY: "The provider of {model} refuses the key",
    Breakage.NO_MONEY: "The account that pays for {model} has no money left",
    Breakage.WRONG_MODEL: "The provider does not know the model {model}",
    Breakage.UNKNOWN_PROVIDER: "The provider of {model} cannot be called from here",
    Breakage.WRONG_ADDRESS: "No chat completions are answered at the address of {model}",
    Breakage.UNSUPPORTED_SETTING: "The model {model} cannot be asked with these settings",
}
REMEDIES = {
    Breakage.NO_KEY: "Set {setting} and run again.",
    Breakage.BAD_KEY: "Set {setting} and run again.",
    Breakage.NO_MONEY: "Top up the account, or use the key of another one, and run again; what was done is kept.",
    Breakage.WRONG_MODEL: "Write the name of a model of this provider in [models] of the release.",
    Breakage.UNKNOWN_PROVIDER: (
        "Write the model as provider/name, e.g. openai/gpt-4o-mini-2024-07-18, install the package that the provider "
        "needs, or give the api_base of an OpenAI-compatible server."
    ),
    Breakage.WRONG_ADDRESS: "Write as api_base the server's address up to /chat/completions, which mostly ends in /v1.",
    Breakage.UNSUPPORTED_SETTING: (
        'Leave the setting out, name another model, or set schema_mode to "json_object" or "none" if it is '
        "response_format."
    ),
}


class FailedCallError(DocketbenchError):
    """One item failed, after its retries where they could help. The run goes on without it."""

    def __init__(self, model: str, kind: Failure, detail: str, seconds: float, n_attempts: int) -> None:
        """`detail` is short, and holds no secret; `seconds` include the waits."""
        self.model = model
        self.kind = kind
        self.detail = detail
        self.seconds = seconds
        self.n_attempts = n_attempts
        attempts = "1 attempt" if n_attempts == 1 else f"{n_attempts} attempts"
        super().__init__(
            f"No reply of {model!r} after {attempts} in {seconds:.1f} s: {FAILURE_MEANINGS[kind]}: {detail}. "
            "Treat the item as failed; it is asked again in the next run."
        )


class BrokenProviderError(DocketbenchError):
    """The provider will refuse every call, so that the run stops; what was done is kept."""

    def __init__(self, endpoint: Endpoint, kind: Breakage, detail: str) -> None:
        """`detail` is short, and holds no secret."""
        self.model = endpoint.model
        self.kind = kind
        self.detail = detail
        meaning = BREAKAGE_MEANINGS[kind].format(model=repr(endpoint.model))
        super().__init__(f"{meaning}: {detail}. {REMEDIES[kind].format(setting=_key_setting(endpoint))}")


def _key_setting(endpoint: Endpoint) -> str:
    """What is to be set to what, so that there is a key."""
    if endpoint.api_key_env is None and endpoint.api_base is not None:
        return "api_key_env of this endpoint to the name of a variable that holds a valid key"
    if endpoint.api_key_env is None and (not endpoint.provider or endpoint.provider in ODDLY_KEYED_PROVIDERS):
        return "the provider's own environment variables"
    variable = endpoint.api_key_env or f"{endpoint.provider.upper()}_API_KEY"
    return f"{variable} to a valid key of this provider"


class _Fault(Exception):  # noqa: N818 - not an error yet: the next attempt may succeed
    """One attempt failed. `found` is in our words, `words` are the other side's, `header` is its Retry-After."""

    def __init__(self, kind: Failure | Breakage, found: str, words: str = "", header: str | None = None) -> None:
        super().__init__(kind, found)
        self.kind = kind
        self.found = found
        self.words = words
        self.header = header


def without_secrets(text: str, secrets: Iterable[str]) -> str:
    """The text with every secret in it blotted out, as JSON spells it too, and what looks like part of a key."""
    spelled = {form for value in secrets for form in (value, json.dumps(value, ensure_ascii=False)[1:-1])}
    for form in sorted(spelled, key=lambda form: (-len(form), form)):
        text = text.replace(form, BLOT)
    return LIKE_A_KEY.sub(BLOT, text)


# --- what a provider's words mean -----------------------------------------------------------------------------------


class Reply(NamedTuple):
    """What came over HTTP. `header` is the Retry-After."""

    status: int
    content: bytes
    header: str | None


class Said(NamedTuple):
    """Of an error object: its code and type in lower case, and its message. Both are empty for what is none."""

    codes: frozenset[str]
    message: str

    @property
    def words(self) -> str:
        """Everything that is looked at, in lower case."""
        return " ".join([*sorted(self.codes), self.message[:MAX_WORDS_CHARS].lower()])


BY_STATUS: Mapping[int, Failure | Breakage] = {
    401: Breakage.BAD_KEY,
    402: Breakage.NO_MONEY,
    403: Breakage.BAD_KEY,
    404: Breakage.WRONG_MODEL,
    405: Breakage.WRONG_ADDRESS,
    408: Failure.TIMED_OUT,
    409: Failure.SERVER_ERROR,  # a conflict with another call, which passes
    413: Failure.TOO_LONG,
    425: Failure.SERVER_ERROR,
    429: Failure.RATE_LIMITED,
}
# Codes alone, since "exceeded your current quota" is what Gemini says of a limit by the minute.
NO_MONEY_CODES = frozenset({"insufficient_quota", "billing_hard_limit_reached", "billing_not_active"})
WORDY_STATUSES = frozenset({400, 403, 422})  # with which providers say things that have a status of their own
BY_WORDS: tuple[tuple[Failure | Breakage, str], ...] = (
    (
        Failure.TOO_LONG,
        (
            r"context_length_exceeded|exceed_context_size|maximum context length|(prompt|input) is too long|"
            r"too many (input )?tokens|exceeds? the (available |maximum )?context|reduce the length"
        ),
    ),
    (Breakage.NO_MONEY, r"credit balance|insufficient[ _](balance|credits?|funds)"),
    (
        Failure.REFUSED,
        r"content_filter|content_policy|content[ -](policy|filtering|management)|safety system|moderation|flagged",
    ),
    (Breakage.BAD_KEY, r"api[ _]key (is )?(not valid|invalid)|(invalid|incorrect)[ _]api[ _]key"),
    (
        Breakage.WRONG_MODEL,
        (
            r"model_not_found|no such model|(invalid|unknown) model\b|not a valid model|"
            r"\bmodel\b.{0,80}\b(does not exist|not found)"
        ),
    ),
)


def answer_in(reply: Reply) -> Answer:
    """The answer of a chat completion. Raises _Fault for everything else."""
    try:
        body = json.loads(reply.content)
    except (ValueError, RecursionError):
        body = None
    said = _said(body)
    if not 200 <= reply.status < 300:
        raise _fault_of(reply.status, said, reply.header)
    if body is None:
        raise _Fault(Failure.NO_COMPLETION, "the body is no JSON", header=reply.header)
    if isinstance(body, dict) and body.get("error"):  # some gateways answer 200 and mean it not
        raise _fault_of(_status_within(said), said, reply.header)
    try:
        return answer_of_chat(body)
    except WireError as error:
        raise _Fault(Failure.NO_COMPLETION, str(error), header=reply.header) from error


def _said(body: Any) -> Said:
    """What an error object says, in the forms of OpenAI, Anthropic, Gemini (in a list), vLLM and FastAPI."""
    outer = body[0] if isinstance(body, list) and body else body
    inner = outer.get("error", outer) if isinstance(outer, dict) else None
    if isinstance(inner, str):
        return Said(frozenset(), inner)
    if not isinstance(inner, dict):
        return Said(frozenset(), "")
    codes = frozenset(str(inner[name]).lower() for name in ("code", "type") if inner.get(name))
    message = inner.get("message") or inner.get("detail") or ""
    return Said(codes, message if isinstance(message, str) else json.dumps(message))


def _status_within(said: Said) -> int:
    """The status that an error object gives as its code; 500 where it gives none."""
    numbers = [int(code) for code in said.codes if re.fullmatch(r"[45]\d\d", code)]
    return numbers[0] if numbers else 500


def _fault_of(status: int, said: Said, header: str | None) -> _Fault:
    return _Fault(_kind_of(status, said), f"it answers {status}", said.message, header)


def _kind_of(status: int, said: Said) -> Failure | Breakage:
    if said.codes & NO_MONEY_CODES:
        return Breakage.NO_MONEY
    if status in WORDY_STATUSES:
        spoken = next((kind for kind, pattern in BY_WORDS if re.search(pattern, said.words)), None)
        return spoken or BY_STATUS.get(status, Failure.BAD_REQUEST)
    # Who knows the path and not the model says so; OpenRouter knows no "endpoints" for it.
    is_no_path = status == 404 and not re.search("model|endpoint", said.words)
    if is_no_path or status < 400:
        return Breakage.WRONG_ADDRESS
    return BY_STATUS.get(status, Failure.SERVER_ERROR if status >= 500 else Failure.BAD_REQUEST)


# --- over HTTP ------------------------------------------------------------------------------------------------------


class _Line(Protocol):
    """One attempt at a time. Raises _Fault, and TimeoutError where it gives up by itself."""

    async def ask(self, request: Request) -> Answer: ...

    async def close(self) -> None: ...


class ChatServer:
    """An OpenAI-compatible server, called directly: half of litellm's time a call, and nothing of its own is added."""

    def __init__(self, endpoint: Endpoint, key: str | None) -> None:
        """Opens no connection yet."""
        import httpx  # noqa: PLC0415 - a build without live models does without

        self._url = f"{(endpoint.api_base or '').rstrip('/')}/chat/completions"
        self._schema_mode = endpoint.schema_mode
        self._errors = httpx.RequestError
        self._client = httpx.AsyncClient(
            headers={"Authorization": f"Bearer {key}"} if key else {},
            timeout=None,  # noqa: S113 - one limit for the whole attempt lies around it; httpx would count each read
            limits=httpx.Limits(max_connections=None, max_keepalive_connections=None),
            verify=_certificates(),
            trust_env=False,  # a proxy is for the way out, and these servers are mostly beside us
            follow_redirects=False,
        )

    async def ask(self, request: Request) -> Answer:
        """The answer of one attempt."""
        body = chat_body(request, self._schema_mode)
        try:
            async with self._client.stream("POST", self._url, json=body) as response:
                reply = Reply(response.status_code, await _content(response), response.headers.get("retry-after"))
        except self._errors as error:
            raise _Fault(Failure.UNREACHABLE, type(error).__name__, str(error)) from error
        return answer_in(reply)

    async def close(self) -> None:
        """Closes the connections."""
        await self._client.aclose()


@cache
def _certificates() -> ssl.SSLContext:
    """Which certificates are believed: SSL_CERT_FILE's, else those that come with httpx. Reading them takes 30 ms."""
    import httpx  # noqa: PLC0415 - as above

    return httpx.create_ssl_context()


async def _content(response: httpx.Response) -> bytes:
    content = bytearray()
    async for piece in response.aiter_bytes():
        content += piece
        if len(content) > MAX_BODY_BYTES:
            raise _Fault(Failure.NO_COMPLETION, f"the body is over {MAX_BODY_BYTES >> 20} MiB long")
    return bytes(content)


# --- through litellm ------------------------------------------------------------------------------------------------


class LitellmLine:
    """A provider that is called through litellm, one attempt at a time."""

    n_open = 0  # litellm keeps its clients for the whole process: the last one to close closes them

    def __init__(self, endpoint: Endpoint, key: str | None) -> None:
        """Imports litellm, which takes seconds the first time."""
        # Seen in litellm 1.110.2 with pydantic 2.14: a screen full of these at the first call of a provider.
        warnings.filterwarnings("ignore", message=".*using the `ReadOnly` qualifier", category=UserWarning)
        self._litellm = _litellm()
        self._errors = importlib.import_module("openai").OpenAIError
        self._endpoint = endpoint
        self._key = NO_KEY_SENT if endpoint.api_base and not key else key
        LitellmLine.n_open += 1
        self._is_open = True

    async def ask(self, request: Request) -> Answer:
        """The answer of one attempt."""
        try:
            response = await self._litellm.acompletion(**self._arguments(request))
        except self._errors as error:
            raise fault_of_exception(error) from error
        try:
            answer = answer_of_chat(response.model_dump())
        except WireError as error:
            raise _Fault(Failure.NO_COMPLETION, str(error)) from error
        return _with_its_truncation(answer, request)

    def _arguments(self, request: Request) -> dict[str, Any]:
        # Copied in depth: a request that litellm wrote into would have another key.
        arguments: dict[str, Any] = {
            **copy.deepcopy(dict(request.sampling)),
            "model": request.model,
            "messages": copy.deepcopy(list(request.messages)),
            "timeout": self._endpoint.timeout_seconds + LITELLM_GRACE_SECONDS,
            "num_retries": 0,  # else the client of OpenAI beneath it tries three times
            "stream": False,
            "drop_params": False,
        }
        if request.tools:
            arguments["tools"] = copy.deepcopy(list(request.tools))
        if form := response_format(request.schema, self._endpoint.schema_mode):
            arguments["response_format"] = form
        if self._endpoint.api_base:
            arguments["api_base"] = self._endpoint.api_base
        if self._key:
            arguments["api_key"] = self._key
        return arguments

    async def close(self) -> None:
        """Closes litellm's connections when no other provider is open. A second time does nothing."""
        if not self._is_open:
            return
        self._is_open = False
        LitellmLine.n_open -= 1
        if LitellmLine.n_open == 0:
            await self._litellm.close_litellm_async_clients()
            self._litellm.in_memory_llm_clients_cache.flush_cache()  # or the closed ones would be taken again


@cache
def _litellm() -> Any:
    """The library, told to keep quiet and to stay off the net but for the calls themselves."""
    os.environ.update(LITELLM_ENVIRONMENT)
    litellm: Any = importlib.import_module("litellm")  # not `import`: mypy would read all of it
    litellm.suppress_debug_info = True
    litellm.telemetry = False
    for name in LITELLM_LOGGERS:
        logging.getLogger(name).disabled = True
    logging.getLogger("openai").setLevel(logging.WARNING)  # which writes requests down at DEBUG
    return litellm


def _with_its_truncation(answer: Answer, request: Request) -> Answer:
    """The answer, with finish reason "length" where litellm lost it.

    For older models of Anthropic litellm asks for JSON by a forced tool, and gives "{}" and "stop" when the tool's
    input was cut off. An object that lacks every property is no answer to a schema that has some.
    """
    is_lost = answer.text.strip() == "{}" and bool((request.schema or {}).get("properties"))
    return Answer("{}", answer.input_tokens, answer.output_tokens, "length") if is_lost else answer


# What litellm and the clients below it say when nothing came over HTTP that could say it.
BY_LITELLM_WORDS: tuple[tuple[Failure | Breakage, str], ...] = (
    (Breakage.UNKNOWN_PROVIDER, r"llm provider not provided|no module named"),
    (
        Breakage.NO_KEY,
        r"missing .{0,40}(api[ _]?key|credentials)|unable to locate credentials|credentials were not found",
    ),
    (Failure.NO_COMPLETION, r"empty or invalid response|unable to get json response"),
)


def fault_of_exception(error: BaseException) -> _Fault:
    """What an exception of litellm means: by the response that it comes from, where there is one.

    litellm's own classes and statuses are the last resort: 529 becomes 500, no money becomes a rate limit or a bad
    request, a status may be a word, a broken connection is an "internal server error".
    """
    chain = list(_chain(error))
    response = next((found for link in chain if (found := _response_of(link)) is not None), None)
    if response is not None:
        return _fault_of(response.status, _said(_json(response.content)), response.header)
    headers = getattr(error, "litellm_response_headers", None) or {}
    words = LITELLM_OPENING.sub("", str(error))
    return _Fault(_kind_without_response(error, chain), "litellm gives up", words, headers.get("retry-after"))


def _chain(error: BaseException) -> Iterator[BaseException]:
    """The exception and everything that it was raised from or during, nearest first."""
    waiting: list[BaseException | None] = [error]
    seen: set[int] = set()
    while waiting:
        link = waiting.pop(0)
        if link is not None and id(link) not in seen:
            seen.add(id(link))
            yield link
            waiting += [link.__cause__, link.__context__]


def _response_of(link: BaseException) -> Reply | None:
    """What httpx got, when the exception is its own about a status."""
    import httpx  # noqa: PLC0415 - as above

    if not isinstance(link, httpx.HTTPStatusError):
        return None
    try:
        content = link.response.content
    except httpx.ResponseNotRead:
        content = b""
    return Reply(link.response.status_code, content, link.response.headers.get("retry-after"))


def _json(content: bytes) -> Any:
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        return None


def _kind_without_response(error: BaseException, chain: list[BaseException]) -> Failure | Breakage:
    words = str(error)[:MAX_WORDS_CHARS].lower()
    spoken = next((kind for kind, pattern in BY_LITELLM_WORDS if re.search(pattern, words)), None)
    return spoken or _kind_of_type(chain) or _kind_of_status(error)


def _kind_of_type(chain: list[BaseException]) -> Failure | Breakage | None:
    import httpx  # noqa: PLC0415 - as above

    litellm = _litellm()
    by_type: tuple[tuple[type[BaseException] | tuple[type[BaseException], ...], Failure | Breakage], ...] = (
        (litellm.UnsupportedParamsError, Breakage.UNSUPPORTED_SETTING),
        ((litellm.Timeout, httpx.TimeoutException, TimeoutError), Failure.TIMED_OUT),
        ((httpx.TransportError, OSError), Failure.UNREACHABLE),
        # A body that litellm could not take apart, a list that is null for one.
        ((json.JSONDecodeError, TypeError, KeyError, IndexError, AttributeError), Failure.NO_COMPLETION),
    )
    return next((kind for types, kind in by_type if any(isinstance(link, types) for link in chain)), None)


def _kind_of_status(error: BaseException) -> Failure | Breakage:
    status = getattr(error, "status_code", None)
    if not isinstance(status, int) or status < 400:
        return Failure.SERVER_ERROR
    return _kind_of(status, Said(frozenset(), str(error)))


# --- with retries ---------------------------------------------------------------------------------------------------


class RetryingProvider:
    """A provider that tries again where it may help."""

    def __init__(self, endpoint: Endpoint, line: _Line, secrets: Iterable[str], pause: Pause) -> None:
        """`secrets` are values that stand in no message."""
        self._endpoint = endpoint
        self._line = line
        self._secrets = frozenset(secrets)
        self._pause = pause
        self._chance = random.Random()  # noqa: S311 - when to try again, which touches no reply

    async def send(self, request: Request) -> Sent:
        """The reply. Raises FailedCallError, BrokenProviderError; ValueError for a request of another model."""
        if request.model != self._endpoint.model:
            raise ValueError(f"the request is for {request.model!r}, expected {self._endpoint.model!r}")
        started = time.monotonic()
        n_attempts = 1
        while isinstance(met := await self._attempt(request), _Fault):
            self._raise_what_stays(met, time.monotonic() - started, n_attempts)
            told = told_seconds(met.header, datetime.now(UTC))
            await self._pause(wait_seconds(n_attempts, told, self._chance.random()))
            n_attempts += 1
        return Sent(met, time.monotonic() - started, n_attempts)

    async def close(self) -> None:
        """Closes the connections."""
        await self._line.close()

    async def _attempt(self, request: Request) -> Answer | _Fault:
        """The fault is given back, not raised: what is raised from it would carry the provider's words to the log."""
        limit = self._endpoint.timeout_seconds
        try:
            async with asyncio.timeout(limit):
                return await self._line.ask(request)
        except TimeoutError:
            return _Fault(Failure.TIMED_OUT, f"nothing whole within {limit:g} s")
        except _Fault as fault:
            return fault

    def _raise_what_stays(self, fault: _Fault, seconds: float, n_attempts: int) -> None:
        words = without_secrets(fault.words[:MAX_QUOTED_CHARS], self._secrets)
        detail = f"{fault.found}, saying {quote(words)}" if words else fault.found
        if isinstance(fault.kind, Breakage):
            raise BrokenProviderError(self._endpoint, fault.kind, detail)
        if fault.kind not in TRANSIENT or n_attempts >= self._endpoint.max_attempts:
            raise FailedCallError(self._endpoint.model, fault.kind, detail, seconds, n_attempts)


def open_provider(endpoint: Endpoint, pause: Pause = asyncio.sleep) -> Provider:
    """A provider for the endpoint's model; nothing is sent yet. To be closed.

    Args:
        endpoint: an OpenAI-compatible server is called directly, everything else through litellm.
        pause: waits so many seconds between attempts.

    Raises: BrokenProviderError: the variable of the key is not set, or holds no key.
    """
    key = _key(endpoint, os.environ)
    line: _Line = ChatServer(endpoint, key) if endpoint.is_openai_server else LitellmLine(endpoint, key)
    return RetryingProvider(endpoint, line, [*secrets_of(os.environ), *([key] if key else [])], pause)


def _key(endpoint: Endpoint, environment: Mapping[str, str]) -> str | None:
    """The value of the endpoint's variable; None where it names none. Raises BrokenProviderError."""
    if endpoint.api_key_env is None:
        return None
    key = environment.get(endpoint.api_key_env, "").strip()
    if not key:
        raise BrokenProviderError(endpoint, Breakage.NO_KEY, f"{endpoint.api_key_env} is not set")
    if not key.isascii() or not key.isprintable():  # no header could hold it, and the error would show it
        raise BrokenProviderError(endpoint, Breakage.NO_KEY, f"{endpoint.api_key_env} holds characters no key has")
    return key
