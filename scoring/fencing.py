"""How untrusted text (documents, answers, questions) is shown to a model, and how what it copied is read back.

Belongs here: the fence, what is spelt out or left out inside it, and the way back. Does not: wording of prompts, limits
of length, and whether a model obeys what it reads (`docketbench audit --judge` measures that).

As little as possible is touched, since quotes that a model copies are searched for in the document:

- Angle brackets and their look-alikes could close the fence or open another, for a tokenizer that normalises Unicode or
  for a reader that sees shapes. They are spelt out. That also breaks `<|im_start|>`, `<<SYS>>` and `</s>`.
- The bracket of `[INST]` and its like is spelt out: servers that read chat templates take the words for the token. The
  list is closed, because `[REDACTED]` and `[illegible]` are the document's.
- Characters that nobody sees hide orders from people (tags, variation selectors) or show them another order of words
  (bidirectional marks). They are left out, as are control characters and lone surrogates, which no wire carries.
- "### Assistant:", "Human:", code fences, lines of dashes stay: no server reads them, and transcripts are full of them.
"""

from __future__ import annotations

import json
import re
import unicodedata
from typing import Any

# Everything whose compatibility form holds < or >, what Unicode's confusables.txt gives for them, and the single angle
# brackets; as numbers, since editors normalise them. Double ones (guillemets, 《) are quotation marks of whole
# languages, and no tag is written with them.
LOOK_ALIKES = (
    "\uff1c\uff1e\ufe64\ufe65\u226e\u226f\u02c2\u02c3\u1438\u1433\u16b2\U0001d236\U0001d237\U00016f3f"
    "\u2039\u203a\u2329\u232a\u3008\u3009\u27e8\u27e9\u276c\u276d\u276e\u276f\u2770\u2771\u29fc\u29fd"
)
_SQUARE = "["
_REFERENCES = {"<": "&lt;", ">": "&gt;"} | {char: f"&#x{ord(char):X};" for char in LOOK_ALIKES + _SQUARE}
_CHARACTERS = {reference[1:]: char for char, reference in _REFERENCES.items()}
_CODES = "|".join(map(re.escape, _CHARACTERS))
_BRACKET = re.compile(f"[<>{LOOK_ALIKES}]")
# Control words in square brackets: Mistral's and Llama 2's, GLM's and BERT's, InternLM's.
_CONTROL_WORD = re.compile(
    r"\[(?=/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|TOOL_CONTENT|ARGS|CALL_ID|MODEL_SETTINGS|THINK"
    r"|PREFIX|MIDDLE|SUFFIX|IMG|IMG_BREAK|IMG_END|AUDIO|BEGIN_AUDIO|g?MASK|sMASK|CLS|SEP|PAD|UNK"
    r"|control_\d+|UNUSED_TOKEN_\d+)\])"
)
# An ampersand that our own way back would take for one of ours; "R&D" and "&nbsp;" are none.
_OURS = re.compile(f"&(?=(?:amp;)*(?:{_CODES}))")
_SPELT_OUT = re.compile(f"&((?:amp;)*)({_CODES})")
# Unicode's Default_Ignorable_Code_Point, interlinear marks, control characters that are no white space, surrogates.
_UNSEEN = (
    r"\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    r"\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ud800-\udfff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    r"\U000e0000-\U000e0fff"
)
_UNSEEN_CHAR = re.compile(f"[{_UNSEEN}]")
_JOINERS = "\u200c\u200d"
_FIRST_JOINED = 0x0590  # Hebrew, Arabic and the scripts of India begin here; Latin, Greek and Cyrillic join nothing


def fence(name: str, value: Any) -> str:
    """Untrusted text between the tags `<name>` and `</name>`, which nothing inside it can close or imitate.

    Args:
        name: the variable's name, from our own prompts.
        value: text of any kind, lone surrogates included; what is no text is shown as JSON with sorted keys.
    Returns: never shortened but by characters that nobody sees.
    Raises: TypeError: a value that is neither text nor JSON.
    """
    shown = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True)
    return f"<{name}>\n{neutralise(shown)}\n</{name}>"


def neutralise(text: str) -> str:
    """The text as it stands inside a fence; `unfence` gives back all of it that can be seen. "" gives ""."""
    seen = _UNSEEN_CHAR.sub(_keep_joiner, text)
    plain = _OURS.sub("&amp;", seen)
    return _BRACKET.sub(_spell_out, _CONTROL_WORD.sub(_REFERENCES[_SQUARE], plain))


def unfence(text: str) -> str:
    """What a model copied out of a fence, with the characters that were spelt out there; other text stays as it is.

    A model may have read "&lt;" as "<" and written that: search for a quote as it came first, then for this.
    """
    return _SPELT_OUT.sub(_read_back, text)


def is_unseen(char: str) -> bool:
    """Whether a fence may leave a character out, so that a search for a quote must pass over it in the document."""
    return _UNSEEN_CHAR.fullmatch(char) is not None


def _keep_joiner(match: re.Match[str]) -> str:
    """Persian and Hindi words are misspelt without their joiners; between two such letters one hides nothing."""
    text, at = match.string, match.start()
    is_joining = match[0] in _JOINERS and 0 < at < len(text) - 1 and _joins(text[at - 1]) and _joins(text[at + 1])
    return match[0] if is_joining else ""


def _joins(char: str) -> bool:
    return ord(char) >= _FIRST_JOINED and unicodedata.category(char)[0] in "LM" and not is_unseen(char)


def _spell_out(match: re.Match[str]) -> str:
    return _REFERENCES[match[0]]


def _read_back(match: re.Match[str]) -> str:
    return f"&{match[1].removeprefix('amp;')}{match[2]}" if match[1] else _CHARACTERS[match[2]]
