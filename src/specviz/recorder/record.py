"""Record what a draft/target pair writes: docs/recording.md says what, and how it lies in a file.

For every position i of a text, the draft's `choice` is its greedy token given the true text
before i, and `rejected` is 16 tokens that begin with its best token other than the target's and go
on as the draft would after it. What the draft writes from i on follows from these, since greedy
decoding is a function of the text so far.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

import torch
from torch import Tensor

from specviz.recorder.layout import with_vocabulary
from specviz.recorder.network import AT_ONCE, Network
from specviz.recorder.notes import Notes
from specviz.recorder.pace import Pace
from specviz.recorder.prompts import Question
from specviz.recorder.search import Layers, Search
from specviz.recording import LONGEST, VERSION

GOALS = {"aligned": 0.8, "weak": 0.5}
SHOWN_ODDS = 10
EVERY = 12
TEN_THOUSAND = 10_000

Text = tuple[list[int], list[int]]


@dataclass(frozen=True)
class Drafter:
    """A draft: a model of its own, or the target without some layers."""

    network: Network
    layers: Layers = ()
    model: str = ""

    def described(self) -> dict[str, Any]:
        """As the recording says it."""
        return {"model": self.model} if self.model else {"skipped": list(self.layers)}


@dataclass
class Recorder:
    """Makes a recording part by part.

    Parameters
    ----------
    target
        The model whose texts are recorded.
    questions
        What it is asked.
    starts
        Starting positions of each text.
    notes
        What is done.
    pace
        Told of every part.
    """

    target: Network
    questions: Sequence[Question]
    starts: int
    notes: Notes
    pace: Pace
    prompts: dict[str, list[int]] = field(default_factory=dict)

    @property
    def length(self) -> int:
        """Tokens of each text."""
        return self.starts + LONGEST + 1

    def part(self, kind: str, name: str, make: Callable[[], Any]) -> Any:
        """One part of the recording, from the notes or made now."""
        label = f"{kind}:{name}"
        if label in self.notes.done:
            self.pace.kept(kind)
            return self.notes.done[label]
        began = perf_counter()
        value = self.notes.of(label, make)
        self.pace.took(kind, perf_counter() - began)
        return value

    def texts(self) -> dict[str, Text]:
        """By question: token ids of the prompt and of what the target writes after it."""
        found = {}
        for question in self.questions:
            prompt = self.target.ids(self.target.chat(question.text))
            found[question.name] = (
                prompt,
                self.part("text", question.name, self._writing(prompt)),
            )
        return found

    def _writing(self, prompt: list[int]) -> Callable[[], list[int]]:
        return lambda: self.target.greedy(prompt, self.length)

    def searched(self, texts: Mapping[str, Text]) -> tuple[dict[str, Drafter], dict[str, object]]:
        """Drafts made of the target's own layers that come closest to `GOALS`, and how."""

        def score(layers: Layers) -> float:
            name = ",".join(map(str, layers))
            return float(self.part("search", name, lambda: self._agreement(texts, layers)))

        search = Search(score, self.target.layers)
        search.run()
        self.pace.fewer("search", len(search.scores))
        drafts = {
            name: Drafter(self.target, search.ranking(goal)[0]) for name, goal in GOALS.items()
        }
        return drafts, search.report(GOALS)

    def _agreement(self, texts: Mapping[str, Text], layers: Layers) -> float:
        """Share of starting positions, over all texts, where the draft chooses as the target."""
        agreed = 0
        with self.target.skipping(layers):
            for prompt, tokens in texts.values():
                start = tokens[: self.starts]
                choice = self.target.logits(prompt, start).argmax(-1)
                agreed += int((choice.cpu() == torch.tensor(start)).sum())
        return agreed / (self.starts * len(texts))

    def trace(self, name: str, text: Text, draft_name: str, draft: Drafter) -> dict[str, Any]:
        """What one draft would write along one text."""
        prompt, tokens = text
        along = self.part("trace", f"{name}:{draft_name}", lambda: self._along(text, draft))
        rejected: list[list[int]] = []
        wrong = along["wrong"]
        rows = draft.network.rows(len(prompt) + min(len(tokens), AT_ONCE) + LONGEST)
        for first in range(0, len(wrong), rows):
            starts = wrong[first : first + rows]
            rejected += self.part(
                "rejected",
                f"{name}:{draft_name}:{first}",
                self._going_on(prompt, tokens[:-1], first, starts, draft),
            )
        return {"choice": along["choice"], "overlap": along["overlap"], "rejected": rejected}

    @staticmethod
    def _going_on(
        prompt: list[int], text: list[int], first: int, starts: list[int], draft: Drafter
    ) -> Callable[[], list[list[int]]]:
        def make() -> list[list[int]]:
            with draft.network.skipping(draft.layers):
                return draft.network.continuations(prompt, text, first, starts, LONGEST)

        return make

    def _along(self, text: Text, draft: Drafter) -> dict[str, list[Any]]:
        prompt, tokens = text
        given = tokens[:-1]
        p_logits = self.target.logits(prompt, given)
        with draft.network.skipping(draft.layers):
            q_logits = draft.network.logits(prompt, given)
        found: dict[str, list[Any]] = {"choice": [], "overlap": [], "wrong": []}
        for first in range(0, len(given), AT_ONCE):
            p = p_logits[first : first + AT_ONCE].double().softmax(-1)
            q = q_logits[first : first + AT_ONCE].double().softmax(-1)
            found["choice"] += q.argmax(-1).tolist()
            shares = torch.minimum(p, q).sum(-1).tolist()
            found["overlap"] += [round(min(1.0, share), 3) for share in shares]
            here = torch.tensor(given[first : first + AT_ONCE], device=q.device)
            found["wrong"] += q.scatter(1, here[:, None], -1.0).argmax(-1).tolist()
        return found

    def odds(self, text: Text, drafts: Mapping[str, Drafter]) -> list[dict[str, Any]]:
        """The likeliest tokens of every model at some positions, in ten-thousandths."""
        prompt, tokens = text
        places = list(range(0, len(tokens) - 1, EVERY))
        table = {"target": self.target.logits(prompt, tokens[:-1])[places].double().softmax(-1)}
        for name, draft in drafts.items():
            with draft.network.skipping(draft.layers):
                logits = draft.network.logits(prompt, tokens[:-1])[places]
                table[name] = logits.double().softmax(-1)
        return [shown_odds(row, place, table) for row, place in enumerate(places)]

    def recording(
        self, about: Mapping[str, Any], drafts: Mapping[str, Drafter] | None
    ) -> tuple[dict[str, Any], dict[str, Text], Mapping[str, Drafter]]:
        """The recording, ready to be written, with its texts and drafts.

        Parameters
        ----------
        about
            What is said of the models and programs.
        drafts
            By name; without any, layers are searched for.
        """
        texts = self.texts()
        search: dict[str, Any] = {}
        if drafts is None:
            drafts, report = self.searched(texts)
            search = {"search": report}
        prompts = {}
        for question in self.questions:
            text = texts[question.name]
            prompts[question.name] = {
                "kind": question.kind,
                "title": question.title,
                "text": question.text,
                "chat": self.target.chat(question.text),
                "target": text[1],
                "drafts": {
                    name: self.trace(question.name, text, name, draft)
                    for name, draft in drafts.items()
                },
                "odds": self.part("odds", question.name, self._telling(text, drafts)),
            }
        whole = {
            "version": VERSION,
            "about": dict(about),
            **search,
            "drafts": {name: draft.described() for name, draft in drafts.items()},
            **with_vocabulary(prompts, self.target.word),
        }
        return whole, texts, drafts

    def _telling(
        self, text: Text, drafts: Mapping[str, Drafter]
    ) -> Callable[[], list[dict[str, Any]]]:
        return lambda: self.odds(text, drafts)


def shown_odds(row: int, position: int, table: Mapping[str, Tensor]) -> dict[str, Any]:
    """The likeliest tokens at one position.

    Rounded down, so that the remainder, which stands behind the tokens' own, is never negative.
    """
    best = [
        odds[row].topk(min(SHOWN_ODDS, odds.shape[-1])).indices.tolist() for odds in table.values()
    ]
    tokens = list(dict.fromkeys(token for ranking in best for token in ranking))
    shown: dict[str, Any] = {"position": position, "tokens": tokens}
    for name, odds in table.items():
        parts = [int(share * TEN_THOUSAND) for share in odds[row, tokens].tolist()]
        shown[f"{name}_odds"] = [*parts, TEN_THOUSAND - sum(parts)]
    return shown


def planned(
    network: Network, lengths: Sequence[int], starts: int, drafts: int, *, search: bool
) -> dict[str, int]:
    """How many parts of each kind a recording has, at most.

    Parameters
    ----------
    network
        Whose continuations are written.
    lengths
        Tokens of each prompt.
    starts
        Starting positions of each text.
    drafts
        How many there are.
    search
        Whether layers are searched for.

    Returns
    -------
    dict
        By kind.
    """
    behind = min(starts + LONGEST + 1, AT_ONCE) + LONGEST
    batches = sum(-(-(starts + LONGEST) // network.rows(each + behind)) for each in lengths)
    pool = min(Search.pool, network.layers)
    tried = network.layers + pool * (pool - 1) // 2
    return {
        "text": len(lengths),
        **({"search": tried} if search else {}),
        "trace": len(lengths) * drafts,
        "rejected": batches * drafts,
        "odds": len(lengths),
    }
