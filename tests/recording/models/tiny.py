"""Tiny models that were never trained, made on the spot; they need torch."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

LETTERS = [chr(code) for code in range(ord("a"), ord("z") + 1)]
WORDS = ["</s>", "<unk>", "▁", *LETTERS, "<", ">", "&", '"']


def model(folder: Path, seed: int, *, layers: int = 4, words: list[str] = WORDS) -> Path:
    """A model with weights drawn at random, and its tokenizer, as transformers loads them."""
    torch.manual_seed(seed)
    sizes: dict[str, Any] = {
        "vocab_size": len(words),
        "hidden_size": 32,
        "intermediate_size": 64,
        "num_hidden_layers": layers,
        "num_attention_heads": 4,
        "num_key_value_heads": 2,
        "initializer_range": 0.5,
    }
    LlamaForCausalLM(LlamaConfig(**sizes)).save_pretrained(folder)
    vocabulary = {word: token for token, word in enumerate(words)}
    tokenizer = Tokenizer(models.BPE(vocabulary, [], unk_token=WORDS[1]))
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    tokenizer.decoder = decoders.Metaspace()
    PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, eos_token=WORDS[0], unk_token=WORDS[1]
    ).save_pretrained(folder)
    return folder
