"""Pastes as people make them: real lines, dressed, cut, wrapped, mixed; the same for one seed."""

from __future__ import annotations

from random import Random

from tests.logs.corpus import RIGHT, paste

ENDS = ("\n", "\r\n", "\r", "\n\n")
DRESSES = (
    "{}",
    "> {}",
    "\x1b[0;36m(APIServer pid=4)\x1b[0;0m {}",
    "[0;36m(APIServer pid=1)[0;0m {}",
    "^[[0;36m(EngineCore_DP0 pid=738)^[[0;0m {}",
    "[2026-01-26T17:25:37Z] {}",
    "[53409] {}",
    "| {} |",
    "`{}`",
    "{}   ",
)
NOISE = (
    'INFO:     X:39394 - "POST /v1/chat/completions HTTP/1.1" 200 OK',
    "| --- | --- |",
    "```",
    "",
    "k tok/s",
    "draft",
    "<script>alert(1)</script>",
    "Drafted: 12",
    "nan%",
    "\u00a0",
)


def mess(seed: int) -> str:
    """One paste."""
    chance = Random(seed)  # noqa: S311 nothing is guarded by it
    names = chance.sample(sorted(RIGHT), chance.randint(1, 3))
    lines = [line for name in names for line in paste(name).splitlines()]
    if chance.random() < 0.3:
        chance.shuffle(lines)
    made = []
    for line in lines:
        dressed = chance.choice(DRESSES).format(line) if chance.random() < 0.3 else line
        if chance.random() < 0.1:
            start = chance.randint(0, len(dressed))
            dressed = dressed[start : chance.randint(start, len(dressed))]
        if chance.random() < 0.1:
            place = chance.randint(0, len(dressed))
            dressed = (
                f"{dressed[:place]}{chance.choice((' ', chr(10), chr(160), ','))}{dressed[place:]}"
            )
        if chance.random() < 0.1:
            dressed = dressed.replace(" ", chance.choice(("\u00a0", "  ", "\t")))
        if chance.random() < 0.05:
            dressed = dressed.replace(".", ",")
        made.append(dressed)
        if chance.random() < 0.2:
            made.append(chance.choice(NOISE))
    return chance.choice(ENDS).join(made)
