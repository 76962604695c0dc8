"""The recorder's own reasoning, without a model: its search and its file's layout."""

import json

import pytest

from specviz.recorder.layout import text, used_tokens, with_vocabulary
from specviz.recorder.search import Layers, Search

HARM = {0: 0.9, 1: 0.02, 2: 0.11, 3: 0.05, 4: 0.2, 5: 0.9}


def rate(layers: Layers) -> float:
    """A network whose layers harm one by one, each by its own amount."""
    return max(0.0, 1 - sum(HARM[layer] for layer in layers))


@pytest.fixture
def search() -> Search:
    done = Search(rate, layers=6, pool=4, floor=0.7)
    done.run()
    return done


def test_every_layer_is_scored_alone(search: Search) -> None:
    assert all(search.scores[layer,] == rate((layer,)) for layer in HARM)


def test_sets_grow_by_the_layer_that_harms_least(search: Search) -> None:
    assert search.path == [(1,), (1, 3), (1, 2, 3), (1, 2, 3, 4)]


def test_layers_outside_the_pool_are_never_combined(search: Search) -> None:
    assert all(len(layers) == 1 or set(layers) <= {1, 2, 3, 4} for layers in search.scores)


def test_no_set_is_scored_twice() -> None:
    seen: list[Layers] = []

    def noted(layers: Layers) -> float:
        seen.append(layers)
        return rate(layers)

    Search(noted, layers=6, pool=4, floor=0.0).run()
    assert len(seen) == len(set(seen)) == 6 + 3 + 2 + 1


def test_growth_stops_once_the_best_set_falls_below_the_floor() -> None:
    done = Search(rate, layers=6, pool=4, floor=0.9)
    done.run()
    assert done.path == [(1,), (1, 3), (1, 2, 3)]


def test_of_sets_near_the_goal_the_one_that_skips_most_comes_first() -> None:
    scores = {(1,): 0.800, (1, 2): 0.795, (1, 2, 3): 0.791, (1, 2, 3, 4): 0.788, (2,): 0.812}
    done = Search(rate, layers=6, scores=scores)
    assert done.ranking(0.8) == [(1, 2, 3), (1, 2), (1,), (1, 2, 3, 4), (2,)]


def test_the_report_counts_what_was_tried_and_names_the_choice(search: Search) -> None:
    report = search.report({"aligned": 0.82})
    assert report["candidates"] == len(search.scores) == 6 + 3 + 2 + 1
    assert report["singles"] == [0.1, 0.98, 0.89, 0.95, 0.8, 0.1]
    chosen = report["chosen"]
    assert isinstance(chosen, dict)
    assert chosen["aligned"][0] == [[1, 2, 3], 0.82]


PROMPTS = {
    "one": {
        "target": [70, 9, 70],
        "drafts": {"weak": {"choice": [9], "overlap": [0.5], "rejected": [[9, 12], [70, 9]]}},
        "odds": [{"position": 4, "tokens": [1000, 9], "target_odds": [5, 4, 1]}],
    }
}


def test_tokens_are_found_wherever_they_lie_and_other_numbers_are_left() -> None:
    assert used_tokens(PROMPTS) == {9, 12, 70, 1000}


def test_a_draft_named_like_a_field_of_tokens_is_no_list_of_tokens() -> None:
    assert used_tokens({"target": {"overlap": [3]}}) == set()


def test_indices_point_at_the_words_of_the_tokens() -> None:
    told = with_vocabulary(PROMPTS, lambda token: f"w{token}")
    assert told["vocabulary"] == ["w9", "w12", "w70", "w1000"]
    assert told["prompts"]["one"] == {
        "target": [2, 0, 2],
        "drafts": {"weak": {"choice": [0], "overlap": [0.5], "rejected": [[0, 1], [2, 0]]}},
        "odds": [{"position": 4, "tokens": [3, 0], "target_odds": [5, 4, 1]}],
    }


def test_the_file_is_json_with_a_line_for_each_array() -> None:
    written = text(PROMPTS)
    assert json.loads(written) == PROMPTS
    assert '"rejected":[[9,12],[70,9]]\n' in written
    assert text({"word": "é\n"}) == '{\n "word":"é\\n"\n}'
