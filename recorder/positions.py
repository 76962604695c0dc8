"""Record the distributions behind the texts: `python -m recorder.positions`.

Target, drafts and texts are those of the recording; each model reads the texts once. Kept are

* along one sentence p and q of the likeliest tokens of all models, and the rest of the vocabulary
  in two groups, where p ≥ q and where p < q. So the overlap, what is accepted and what replaces
  the rejected stay exact (see `specviz.theory.sampling`), to within `PARTS`;
* at every starting position of every text Σ min(p, q) over the whole vocabulary, and its mean
  where target and draft are set to different temperatures.

At temperature 0 a model is sure of its likeliest token.
"""

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from recorder.source import gguf_file, provenance
from specviz.recorder.layout import text
from specviz.recorder.network import Network
from specviz.recorder.prompts import QUESTIONS
from specviz.recording import LONGEST, STARTS

ROOT = Path(__file__).parents[1]

SENTENCE = "lighthouse", 29
"""A prompt, and how many of its first tokens are the first sentence of its text."""

TEMPERATURES = (0.0, 0.5, 0.7, 1.0, 1.3)
WARM = TEMPERATURES[1:]
LIKELIEST = 8
PARTS = 100_000

Logits = Mapping[str, Tensor]
"""By model, the target first: shape (positions, vocabulary)."""


def distribution(logits: Tensor, temperature: float) -> Tensor:
    """Probability of every token, along the last axis, in double precision."""
    if temperature:
        return (logits.double() / temperature).softmax(-1)
    certain = torch.nn.functional.one_hot(logits.argmax(-1), logits.shape[-1])
    return certain.double()


def overlap(logits: Logits, draft: str, target_heat: float, draft_heat: float) -> Tensor:
    """Σ min(p, q) over the vocabulary at each position, each model at its own temperature."""
    p = distribution(logits["target"], target_heat)
    return torch.minimum(p, distribution(logits[draft], draft_heat)).sum(-1)


def parts(shares: Sequence[float]) -> list[int]:
    """Whole parts of `PARTS` that add up to it: what is left goes to the largest remainders."""
    scaled = [share * PARTS for share in shares]
    whole = [int(share) for share in scaled]
    order = sorted(range(len(shares)), key=lambda place: whole[place] - scaled[place])
    for place in order[: PARTS - sum(whole)]:
        whole[place] += 1
    return whole


def likeliest(logits: Logits, position: int) -> list[int]:
    """Tokens to be shown, each model's choice among them, the target's likeliest first."""
    shares = {name: distribution(table[position], 1.0) for name, table in logits.items()}
    choices = {int(share.argmax()) for share in shares.values()}
    ranking = torch.stack(list(shares.values())).sum(0).topk(LIKELIEST).indices.tolist()
    others = [token for token in ranking if token not in choices]
    tokens = [*sorted(choices), *others[: LIKELIEST - len(choices)]]
    return sorted(tokens, key=lambda token: -float(shares["target"][token]))


def shown(logits: Logits, tokens: list[int], position: int) -> dict[str, list[list[int]]]:
    """One position in `PARTS`, a row for each of `WARM`.

    Under `target` the tokens' p, and under each draft their q; a draft's rows end with p and
    with q of all other tokens together where p ≥ q. What is left of either is where p < q.
    """
    rows: dict[str, list[list[int]]] = {name: [] for name in logits}
    for temperature in WARM:
        p = distribution(logits["target"][position], temperature)
        told = p[tokens].tolist()
        whole = parts([*told, 1.0 - sum(told)])
        rows["target"].append(whole[:-1])
        for draft in list(logits)[1:]:
            q = distribution(logits[draft][position], temperature)
            above = p >= q
            above[tokens] = False
            mass = min(round(float(p[above].sum()) * PARTS), whole[-1])
            shares = [*q[tokens].tolist(), float(q[above].sum())]
            *likely, rest = parts([*shares, 1.0 - sum(shares)])[:-1]
            rows[draft].append([*likely, mass, rest])
    return rows


def overlaps(texts: Mapping[str, Logits], draft: str) -> Iterator[tuple[str, list[list[int]]]]:
    """By text the overlap in thousandths, a row for each temperature."""
    for name, logits in texts.items():
        rows = [overlap(logits, draft, heat, heat) for heat in TEMPERATURES]
        yield name, [[round(float(share) * 1000) for share in row] for row in rows]


def unequal(texts: Mapping[str, Logits], draft: str) -> list[list[float]]:
    """Mean overlap over all texts, a row for each temperature of the target."""
    means = torch.tensor(
        [
            [
                [float(overlap(logits, draft, p, q).mean()) for q in TEMPERATURES]
                for p in TEMPERATURES
            ]
            for logits in texts.values()
        ]
    )
    return [[round(share, 4) for share in row] for row in means.mean(0).tolist()]


def recorded(network: Network, drafts: Mapping[str, list[int]]) -> dict[str, Any]:
    """Everything, ready to be written."""
    written = {}
    for question in QUESTIONS:
        ids = network.ids(network.chat(question.text))
        written[question.name] = ids, network.greedy(ids, STARTS + LONGEST + 1)
    texts: dict[str, dict[str, Tensor]] = {name: {} for name in written}
    for model, layers in {"target": [], **drafts}.items():
        with network.skipping(layers):
            for name, (ids, tokens) in written.items():
                texts[name][model] = network.logits(ids, tokens[:STARTS])
        print(f"{model} has read the texts", flush=True)
    prompt, length = SENTENCE
    sentence = []
    for position in range(length):
        tokens = likeliest(texts[prompt], position)
        words = [network.word(token) for token in tokens]
        sentence.append({"words": words, **shown(texts[prompt], tokens, position)})
    return {
        "about": provenance(),
        "temperatures": list(TEMPERATURES),
        "parts": PARTS,
        "prompt": prompt,
        "sentence": sentence,
        "overlap": {draft: dict(overlaps(texts, draft)) for draft in drafts},
        "unequal": {draft: unequal(texts, draft) for draft in drafts},
    }


def main() -> None:
    """Record, and write the file whole."""
    package = ROOT / "src" / "specviz"
    parser = argparse.ArgumentParser(prog="python -m recorder.positions")
    parser.add_argument("--cache", type=Path, default=ROOT / ".cache" / "recorder")
    parser.add_argument("--out", type=Path, default=package / "sections/identical/positions.json")
    options = parser.parse_args()
    recording = json.loads((package / "recording/recording.json").read_text("utf-8"))
    drafts = {name: draft["skipped"] for name, draft in recording["drafts"].items()}
    # One thread sums in one order on any machine.
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(mode=True)
    with torch.inference_mode():
        written = text(recorded(Network(str(gguf_file(options.cache))), drafts)) + "\n"
    partial_file = options.out.with_suffix(".partial")
    partial_file.write_text(written, encoding="utf-8")
    partial_file.replace(options.out)
    print(f"{options.out.name}: {len(written.encode())} bytes")


if __name__ == "__main__":
    main()
