"""A language model: whole, as the target, or with layers left out, as a draft."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from transformers import AutoConfig, AutoModelForCausalLM, AutoTokenizer, DynamicCache

ROWS = 48
"""Continuations that are written at once, at most: enough to keep the cores busy."""

ROOM = 1_000_000_000
"""Bytes that their caches may take together."""

AT_ONCE = 512
"""Tokens of a text that are read in one pass, and seen whole by its continuations."""

# The name that every version of transformers that pyproject.toml admits knows.
warnings.filterwarnings("ignore", "`past_key_values` is deprecated", FutureWarning)

DTYPES = ("float32", "bfloat16", "float16")


def source(name: str) -> dict[str, Any]:
    """What `from_pretrained` loads: a folder, a name on the hub, or a GGUF file."""
    path = Path(name)
    if path.suffix.lower() == ".gguf":
        return {"pretrained_model_name_or_path": str(path.parent), "gguf_file": path.name}
    return {"pretrained_model_name_or_path": name}


def weight(name: str, dtype: str) -> int:
    """Bytes that a model's parameters will take, known before they are loaded."""
    config = AutoConfig.from_pretrained(**source(name))
    with torch.device("meta"):
        empty = AutoModelForCausalLM.from_config(config)
    parameters = sum(parameter.numel() for parameter in empty.parameters())
    return int(parameters * getattr(torch, dtype).itemsize)


class Network:
    """A causal language model that can leave layers out.

    Every choice is the highest logit; equal logits go to the lower token id. Special tokens,
    those that end a text among them, are barred, as a server bars them that was asked for a
    fixed number of tokens: a draft that stops would show nothing more.

    Parameters
    ----------
    name
        A folder, a name on the hub, or a GGUF file.
    device, dtype
        As torch calls them.
    """

    def __init__(self, name: str, device: str = "cpu", dtype: str = "float32") -> None:
        self.tokenizer = AutoTokenizer.from_pretrained(**source(name))
        model = AutoModelForCausalLM.from_pretrained(**source(name), dtype=getattr(torch, dtype))
        self.model = model.eval().to(device)
        self.device = device
        self.layers = len(self._stack())
        added = self.tokenizer.added_tokens_decoder
        self.special = sorted(token for token, entry in added.items() if entry.special)
        self.width = int(self.model.get_output_embeddings().weight.shape[0])
        """Tokens that have a logit; those of a partner that has fewer are cut to its."""

    def _holder(self) -> nn.Module:
        """The part of the model that holds the list of its layers."""
        count = self.model.config.num_hidden_layers
        for part in self.model.modules():
            for held in part.children():
                if isinstance(held, nn.ModuleList) and len(held) == count:
                    return part
        raise ValueError(f"no list of {count} layers in a {type(self.model).__name__}")

    def _stack(self) -> nn.ModuleList:
        count = self.model.config.num_hidden_layers
        children = self._holder().children()
        return next(it for it in children if isinstance(it, nn.ModuleList) and len(it) == count)

    def chat(self, question: str) -> str:
        """The text that the model is given when a user types `question`."""
        if self.tokenizer.chat_template is None:
            return question
        messages = [{"role": "user", "content": question}]
        return str(
            self.tokenizer.apply_chat_template(messages, tokenize=False, add_generation_prompt=True)
        )

    def ids(self, text: str) -> list[int]:
        """Token ids of `text`, its special tokens read as such."""
        return list(self.tokenizer(text).input_ids)

    def word(self, token: int) -> str:
        """What one token alone reads as."""
        return str(self.tokenizer.decode([token], clean_up_tokenization_spaces=False))

    def words(self) -> list[str | None]:
        """The tokenizer's own entry for each token id."""
        entries = {token: entry for entry, token in self.tokenizer.get_vocab().items()}
        return [entries.get(token) for token in range(max(entries) + 1)]

    @contextmanager
    def skipping(self, layers: Sequence[int]) -> Iterator[None]:
        """Leave these layers out until the block ends."""
        if not layers:
            yield
            return
        holder, whole = self._holder(), self._stack()
        [name] = (name for name, held in holder.named_children() if held is whole)
        kept = nn.ModuleList(layer for index, layer in enumerate(whole) if index not in layers)
        own = self.model.config.num_hidden_layers
        self._use(holder, name, kept)
        try:
            yield
        finally:
            self.model.config.num_hidden_layers = own
            self._use(holder, name, whole)

    def _use(self, holder: nn.Module, name: str, layers: nn.ModuleList) -> None:
        # The cache is addressed by a layer's own index and must have no holes.
        for index, layer in enumerate(layers):
            for part in layer.modules():
                if hasattr(part, "layer_idx"):
                    part.layer_idx = index
        setattr(holder, name, layers)
        self.model.config.num_hidden_layers = len(layers)

    def logits(self, prompt: Sequence[int], text: Sequence[int], *, barred: bool = True) -> Tensor:
        """Logits for each token of `text` given what stands before it, shape (text, vocabulary)."""
        if len(text) <= AT_ONCE:
            ids = self._tensor([[*prompt, *text[:-1]]])
            logits = self.model(ids, logits_to_keep=len(text), use_cache=False).logits[0]
            return self._barred(logits) if barred else logits
        cache = DynamicCache()
        whole = [*prompt, *text[:-1]]
        cuts = [0, *range(len(prompt) - 1 + AT_ONCE, len(whole), AT_ONCE), len(whole)]
        found = []
        for first, last in pairwise(cuts):
            keep = last - max(first, len(prompt) - 1)
            ids = self._tensor([whole[first:last]])
            logits = self.model(ids, past_key_values=cache, logits_to_keep=keep).logits[0]
            found.append(logits)
        logits = torch.cat(found)
        return self._barred(logits) if barred else logits

    def _tensor(self, ids: Any) -> Tensor:
        return torch.tensor(ids, device=self.device)

    def _barred(self, logits: Tensor) -> Tensor:
        logits[..., self.special] = -torch.inf
        return logits[..., : self.width]

    def greedy(self, prompt: Sequence[int], length: int) -> list[int]:
        """The `length` tokens that this model writes after `prompt`."""
        cache = DynamicCache()
        tokens: list[int] = []
        ids = self._tensor([list(prompt)])
        for _ in range(length):
            ids = self.step(ids, cache)[:, -1:]
            tokens.append(int(ids))
        return tokens

    def step(self, ids: Tensor, cache: DynamicCache, keep: int = 1) -> Tensor:
        """Read tokens; what it would write after the last `keep` of them, shape (1, keep)."""
        logits = self.model(ids, past_key_values=cache, logits_to_keep=keep).logits
        return self._barred(logits).argmax(-1)

    def continuations(
        self,
        prompt: Sequence[int],
        text: Sequence[int],
        first: int,
        starts: Sequence[int],
        length: int,
    ) -> list[list[int]]:
        """Greedy continuations from one position of `text` after the other.

        Parameters
        ----------
        prompt, text
            Token ids.
        first
            The first of these positions.
        starts
            For each the token that stands there instead of the text's.
        length
            Tokens of each continuation, its start included.

        Returns
        -------
        list of list of int
            Row i begins with `starts[i]` and goes on as the model would after `text[:first + i]`
            and it.
        """
        seen = text if len(text) <= AT_ONCE else text[: first + len(starts)]
        kept = [len(prompt) + first + row for row in range(len(starts))]
        return self._batch([*prompt, *seen], kept, starts, length)

    def rows(self, tokens: int) -> int:
        """How many continuations behind so many tokens are written at once."""
        config = self.model.config
        heads = getattr(config, "num_key_value_heads", None) or config.num_attention_heads
        size = getattr(config, "head_dim", None) or config.hidden_size // config.num_attention_heads
        each = 2 * config.num_hidden_layers * heads * size * self.model.dtype.itemsize
        return int(max(1, min(ROWS, ROOM // (each * tokens))))

    def _batch(
        self, ids: Sequence[int], kept: Sequence[int], starts: Sequence[int], length: int
    ) -> list[list[int]]:
        # All rows share one reading of the true text; a mask hides from each what lies ahead.
        cache = DynamicCache()
        self.model(self._tensor([list(ids)]), past_key_values=cache, logits_to_keep=1)
        cache.batch_repeat_interleave(len(starts))
        position = self._tensor(kept)[:, None]
        seen = (self._tensor(list(range(len(ids))))[None] < position)[:, None, None]
        columns = [self._tensor(list(starts))[:, None]]
        for _ in range(length - 1):
            seen = torch.cat([seen, torch.ones_like(seen[..., :1])], dim=-1)
            logits = self.model(
                columns[-1], attention_mask=seen, position_ids=position, past_key_values=cache
            ).logits
            columns.append(self._barred(logits)[:, -1].argmax(-1, keepdim=True))
            position = position + 1
        rows: list[list[int]] = torch.cat(columns, dim=1).tolist()
        return rows


def differing(target: Network, draft: Network) -> str:
    """Say where two vocabularies differ.

    Parameters
    ----------
    target, draft
        Loaded.

    Returns
    -------
    str
        A sentence that names the first token that is not the same; nothing where all are.
    """
    one, other = target.words(), draft.words()
    for token in range(max(len(one), len(other))):
        here, there = (words[token] if token < len(words) else None for words in (one, other))
        if here != there:
            return (
                "target and draft must have one vocabulary, and differ first at token "
                f"{token}: {_entry(here)} and {_entry(there)}"
            )
    return ""


def _entry(word: str | None) -> str:
    return "nothing" if word is None else ascii(word)
