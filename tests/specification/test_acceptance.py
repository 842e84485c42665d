"""The acceptance tests that the texts name stand where the texts say."""

import ast
from pathlib import Path

ENGINE = Path(__file__).resolve().parents[2] / "qb_engine"
NAMED_FOR_PREDICTION = {
    "test_infer_enemy_decks_trivial_known_deck",
    "test_infer_enemy_decks_with_observed_cards",
    "test_infer_enemy_decks_pruned_under_cap",
    "test_infer_enemy_hand_simple_known_deck",
    "test_infer_enemy_hand_after_plays",
    "test_enumerate_enemy_moves_respects_legality",
    "test_simulate_enemy_move_does_not_mutate_original_state",
    "test_simulate_enemy_move_updates_scores_correctly",
    "test_compute_threat_map_basic",
    "test_threat_map_expected_vs_best_case",
    "test_full_enemy_prediction",
}


def named_tests(name: str) -> set[str]:
    tree = ast.parse((ENGINE / name).read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")}


def test_prediction_has_the_named_tests() -> None:
    """Prediction text §7: test_prediction.py and its groups."""
    assert named_tests("test_prediction.py") >= NAMED_FOR_PREDICTION


def test_scoring_and_simulation_have_their_tests() -> None:
    """Scoring text §5: five of them at least. Simulation text §10: decks, hands, game states, whole games."""
    assert len(named_tests("test_scoring.py")) >= 5
    assert len(named_tests("test_simulation.py")) >= 12


def test_the_design_of_prediction_is_written_down() -> None:
    """Prediction text, integration: docs/prediction_design_spec.md."""
    assert (ENGINE.parent / "docs" / "prediction_design_spec.md").exists()
