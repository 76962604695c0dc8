"""The language model: whole, as the target, or with layers left out, as a draft."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import torch
from torch import Tensor, nn
from transformers import AutoModelForCausalLM, AutoTokenizer, DynamicCache

ROWS = 48
"""Continuations that are written at once: enough to keep the cores busy within 1 GB."""


class Network:
    """A causal language model that can leave layers out.

    Every choice is the highest logit; equal logits go to the lower token id. Special tokens,
    those that end a text among them, are barred, as a server bars them that was asked for a
    fixed number of tokens: a draft that stops would show nothing more.
    """

    def __init__(self, path: Path) -> None:
        self.tokenizer = AutoTokenizer.from_pretrained(path.parent, gguf_file=path.name)
        self.model = AutoModelForCausalLM.from_pretrained(
            path.parent, gguf_file=path.name, dtype=torch.float32
        ).eval()
        self.layers = len(self.model.model.layers)
        added = self.tokenizer.added_tokens_decoder
        self.special = sorted(token for token, entry in added.items() if entry.special)

    def chat(self, question: str) -> str:
        """The text that the model is given when a user types `question`."""
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

    @contextmanager
    def skipping(self, layers: Sequence[int]) -> Iterator[None]:
        """Leave these layers out until the block ends."""
        whole = self.model.model.layers
        kept = [layer for index, layer in enumerate(whole) if index not in layers]
        self._use(nn.ModuleList(kept))
        try:
            yield
        finally:
            self._use(whole)

    def _use(self, layers: nn.ModuleList) -> None:
        # The cache is addressed by a layer's own index and must have no holes.
        for index, layer in enumerate(layers):
            layer.self_attn.layer_idx = index
        self.model.model.layers = layers

    def logits(self, prompt: Sequence[int], text: Sequence[int], *, barred: bool = True) -> Tensor:
        """Logits for each token of `text` given what stands before it, shape (text, vocabulary)."""
        ids = torch.tensor([[*prompt, *text[:-1]]])
        logits = self.model(ids, logits_to_keep=len(text), use_cache=False).logits[0]
        return self._barred(logits) if barred else logits

    def _barred(self, logits: Tensor) -> Tensor:
        logits[..., self.special] = -torch.inf
        return logits

    def greedy(self, prompt: Sequence[int], length: int) -> list[int]:
        """The `length` tokens that this model writes after `prompt`."""
        cache = DynamicCache()
        tokens: list[int] = []
        ids = torch.tensor([list(prompt)])
        for _ in range(length):
            logits = self.model(ids, past_key_values=cache, logits_to_keep=1).logits
            ids = self._barred(logits)[:, -1].argmax(-1, keepdim=True)
            tokens.append(int(ids))
        return tokens

    def continuations(
        self, prompt: Sequence[int], text: Sequence[int], starts: Sequence[int], length: int
    ) -> list[list[int]]:
        """Greedy continuations from every position of `text`.

        Parameters
        ----------
        prompt, text
            Token ids.
        starts
            For each position i the token that stands there instead of `text[i]`.
        length
            Tokens of each continuation, its start included.

        Returns
        -------
        list of list of int
            Row i begins with `starts[i]` and goes on as the model would after `text[:i]` and it.
        """
        rows: list[list[int]] = []
        for first in range(0, len(starts), ROWS):
            part = list(starts[first : first + ROWS])
            kept = [len(prompt) + first + row for row in range(len(part))]
            rows += self._batch([*prompt, *text], kept, part, length)
        return rows

    def _batch(
        self, ids: Sequence[int], kept: Sequence[int], starts: Sequence[int], length: int
    ) -> list[list[int]]:
        # All rows share one reading of the true text; a mask hides from each what lies ahead.
        cache = DynamicCache()
        self.model(torch.tensor([list(ids)]), past_key_values=cache, logits_to_keep=1)
        cache.batch_repeat_interleave(len(starts))
        position = torch.tensor(kept)[:, None]
        seen = (torch.arange(len(ids))[None] < position)[:, None, None]
        columns = [torch.tensor(starts)[:, None]]
        for _ in range(length - 1):
            seen = torch.cat([seen, torch.ones_like(seen[..., :1])], dim=-1)
            logits = self.model(
                columns[-1], attention_mask=seen, position_ids=position, past_key_values=cache
            ).logits
            columns.append(self._barred(logits)[:, -1].argmax(-1, keepdim=True))
            position = position + 1
        rows: list[list[int]] = torch.cat(columns, dim=1).tolist()
        return rows
