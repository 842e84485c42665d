"""What can be entered in a match, told by example."""

CARD = 'card {"id": "own1", "name": "New Card", "rank": 1, "power": 2}'
"""A whole card that the data does not have, as it is entered."""

HELP = (
    ("zu m3", "you play Zu there, which is mid-3 or mid 3 as well; a few letters of the name are enough"),
    ("e mandragora t4", "the enemy plays; e pass when it passes"),
    ("pass", "you pass"),
    ("hand a, b, c, d, e", "your opening hand, and later what you hold; ? or ?*3 for cards not seen"),
    ("mulligan 2 4, keep", "exchange the second and fourth card, or none; mulligan ? if nobody watched"),
    ("draw levrikon", "what you drew; just levrikon when it is asked for; draw ? if unseen"),
    ("best, best 5, why 2", "advice, more of it, and the reasons of one move"),
    ("what zu m3", "what a play would do"),
    ("ask zu m3, ask pass", "how good that is, searched as closely as the best; why not zu m3 asks the same"),
    ("against", "a second figure: the chances against this opponent, as weak as its turns in earlier matches show it"),
    ("set enemy waits 20%", "how ready the enemy is to wait in the opening; set draws nothing when you must win"),
    ("remark, remarks off", "what the last move gave away; remarks off to be told of mistakes only when you ask"),
    ("threat, odds", "what the enemy may do, what it may hold, what you may draw"),
    ("undo, redo", "as far as you like; undo 3 for three entries"),
    ("change 5 e wolf m4", "what entry 5 of the log should have been; insert 5 e pass before it, remove 5"),
    ("remove 5 then …", "several changes of the log in one step: change 5 e wolf m4 then remove 7 then insert 9 pass"),
    ("set m3 enemy 2", "the screen is right: two enemy pawns lie there; set m3 empty for none"),
    ("set t1 card zu you", "a card lies there; set t1 power 5 for what it shows"),
    ("set turn you", "whose turn it is; set enemy hand 4, set score 12 7"),
    ("board", "the board and its position; a board pasted back goes on from there, moves missed too"),
    ("branch try", "go on in a branch; branch main comes back, branch lists them"),
    ("card {…}", "a card the coach does not know, as JSON"),
    ("note …, log, score", "remember a remark, list the entries, tell the score"),
    ("end, summary", "close the match, look back on it"),
    ("quit", "leave; everything is saved, qbcoach resume comes back"),
)
