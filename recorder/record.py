"""Record what a real draft/target pair writes: `python -m recorder.record`.

The target is SmolLM2-135M-Instruct, decoding greedily; the drafts are the same network with
layers skipped. The recording holds all that real speculative decoding would have shown for any
draft length up to 16 from any of 128 starting positions of each prompt, and it is the same to
the byte each time on one machine and one set of library versions.

For every position i of a prompt's text, each draft's `choice` is its greedy token given the true
text before i, and `rejected` is 16 tokens that begin with its best token other than the target's
and go on as the draft would after it. What the draft writes from i on follows from these, since
greedy decoding is a function of the text so far: `rejected[i]` where its choice differs from the
target's token, else that token and then what it writes from i + 1 on.
"""

import argparse
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from recorder.layout import text, with_vocabulary
from recorder.network import Network
from recorder.prompts import QUESTIONS, Question
from recorder.search import Layers, Search
from recorder.source import gguf_file, provenance
from specviz.recording import VERSION

ROOT = Path(__file__).parents[1]
STARTS = 128
LONGEST = 16
LENGTH = STARTS + LONGEST + 1
GOALS = {"aligned": 0.8, "weak": 0.5}
SHOWN_ODDS = 10
EVERY = 12
TEN_THOUSAND = 10_000

Text = tuple[list[int], list[int]]


def target_text(network: Network, question: Question) -> Text:
    """Token ids of the prompt and of what the target writes after it.

    Raises
    ------
    ValueError
        If the target would rather end, or read in one pass would choose otherwise; or if a
        token is no text of its own.
    """
    prompt = network.ids(network.chat(question.text))
    tokens = network.greedy(prompt, LENGTH)
    words = [network.word(token) for token in tokens]
    if "".join(words) != network.tokenizer.decode(tokens) or "\ufffd" in "".join(words):
        raise ValueError(f"{question.name}: every token must be text of its own, got {words}")
    if network.logits(prompt, tokens, barred=False).argmax(-1).tolist() != tokens:
        raise ValueError(f"{question.name}: the target must want {LENGTH} tokens, and these")
    return prompt, tokens


def agreement(network: Network, texts: Sequence[Text], layers: Layers) -> float:
    """Share of starting positions, over all prompts, where the draft chooses as the target."""
    agreed = 0
    with network.skipping(layers):
        for prompt, tokens in texts:
            start = tokens[:STARTS]
            choice = network.logits(prompt, start).argmax(-1)
            agreed += int((choice == torch.tensor(start)).sum())
    rate = agreed / (STARTS * len(texts))
    print(f"skipping {layers}: {rate:.3f}", flush=True)
    return rate


def odds(network: Network, prompt: list[int], tokens: list[int]) -> Tensor:
    """Probability of every token at every position, shape (positions, vocabulary)."""
    return network.logits(prompt, tokens[:-1]).double().softmax(-1)


def draft_record(
    network: Network, prompt: list[int], tokens: list[int], p: Tensor, q: Tensor
) -> dict[str, Any]:
    """What one draft would write along the target's text; the draft's layers are out already."""
    others = q.clone()
    others.scatter_(1, torch.tensor(tokens[:-1])[:, None], -1.0)
    wrong: list[int] = others.argmax(-1).tolist()
    return {
        "choice": q.argmax(-1).tolist(),
        "overlap": [round(float(share), 3) for share in torch.minimum(p, q).sum(-1)],
        "rejected": network.continuations(prompt, tokens[:-1], wrong, LONGEST),
    }


def shown_odds(position: int, table: dict[str, Tensor]) -> dict[str, Any]:
    """The likeliest tokens of every model at one position, in ten-thousandths.

    Rounded down, so that the remainder, which stands behind the tokens' own, is never negative.
    """
    best = [row[position].topk(SHOWN_ODDS).indices.tolist() for row in table.values()]
    tokens = list(dict.fromkeys(token for ranking in best for token in ranking))
    shown: dict[str, Any] = {"position": position, "tokens": tokens}
    for name, row in table.items():
        parts = [int(share * TEN_THOUSAND) for share in row[position, tokens].tolist()]
        shown[f"{name}_odds"] = [*parts, TEN_THOUSAND - sum(parts)]
    return shown


def prompt_record(
    network: Network, question: Question, both: Text, drafts: dict[str, Layers]
) -> dict[str, Any]:
    """Everything recorded of one prompt, in token ids."""
    prompt, tokens = both
    table = {"target": odds(network, prompt, tokens)}
    traces = {}
    for name, layers in drafts.items():
        with network.skipping(layers):
            table[name] = odds(network, prompt, tokens)
            traces[name] = draft_record(network, prompt, tokens, table["target"], table[name])
        print(f"{question.name}: {name} recorded", flush=True)
    return {
        "kind": question.kind,
        "title": question.title,
        "text": question.text,
        "chat": network.chat(question.text),
        "target": tokens,
        "drafts": traces,
        "odds": [shown_odds(position, table) for position in range(0, LENGTH - 1, EVERY)],
    }


def recording(network: Network) -> dict[str, Any]:
    """The whole recording, ready to be written."""
    texts = [target_text(network, question) for question in QUESTIONS]
    search = Search(partial(agreement, network, texts), network.layers)
    search.run()
    drafts = {name: search.ranking(goal)[0] for name, goal in GOALS.items()}
    pairs = zip(QUESTIONS, texts, strict=True)
    prompts = {
        question.name: prompt_record(network, question, both, drafts) for question, both in pairs
    }
    return {
        "version": VERSION,
        "about": provenance(),
        "search": search.report(GOALS),
        "drafts": {name: {"skipped": list(layers)} for name, layers in drafts.items()},
        **with_vocabulary(prompts, network.word),
    }


def main() -> None:
    """Record, and write the file whole."""
    parser = argparse.ArgumentParser(prog="python -m recorder.record")
    parser.add_argument("--cache", type=Path, default=ROOT / ".cache" / "recorder")
    parser.add_argument("--out", type=Path, default=ROOT / "src/specviz/recording/recording.json")
    options = parser.parse_args()
    # How a sum is split over threads decides its last bits; one thread is one way on any machine.
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(mode=True)
    with torch.inference_mode():
        written = text(recording(Network(gguf_file(options.cache)))) + "\n"
    options.out.parent.mkdir(parents=True, exist_ok=True)
    partial_file = options.out.with_suffix(".partial")
    partial_file.write_text(written, encoding="utf-8")
    partial_file.replace(options.out)
    print(f"{options.out.name}: {len(written.encode())} bytes")


if __name__ == "__main__":
    main()
