"""What every kind of reason says about a move, found out again from the rules, from all hands and from games counted.

A check is handed the reason, its move, and all moves of the position, the best first; it fails where they disagree.
"""
