"""The position that ``--example`` stands for: a mid-game turn with a clear best move and several reasons."""

EXAMPLE_POSITION = (
    "rebirth Y1[020],Y1[007],Y1,E1,E2[014]/Y2[008],Y2,-,E2[024],E2[107]/Y1[026],Y1,E1,E1[019],E1[025]"
    " Y turn=11 hand=003,001*2,006,008 ehand=?*4"
)
