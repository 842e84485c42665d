"""What every kind of reason says about a move, found out again from the rules, from all hands and from games counted.

A check is handed the reason, its move, and all moves of the position, the best first; it fails where they disagree.
"""

from tests.qb_engine.reasons.facts import effect_facts, hand_facts, lane_facts, room_facts
from tests.qb_engine.reasons.facts.shared import Checks

CHECKS: Checks = hand_facts.CHECKS | room_facts.CHECKS | effect_facts.CHECKS | lane_facts.CHECKS
