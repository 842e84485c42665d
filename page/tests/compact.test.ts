import { expect, test } from "vitest";
import type { BoardDoc } from "../src/lib/board";
import { fromSmall, toSmall, type ShareDoc } from "../src/lib/share/compact";
import { Damaged } from "../src/lib/share/reading";
import { boardWith, emptyBoard, game, numbers, TILES } from "./games";

const through = (doc: ShareDoc): ShareDoc => fromSmall(JSON.parse(JSON.stringify(toSmall(doc))));

function single(board: BoardDoc): ShareDoc {
  return { kind: "position", title: "", cards: {}, frames: [{ text: "", entry: null, position: "", board }] };
}

test("a game comes back whole", () => {
  expect(through(game())).toEqual(game());
});

test("a frame tells only what changed", () => {
  const [first, second] = game().frames;
  if (!first || !second) throw new Error("the game has frames");
  const [, , , frames] = toSmall({ ...game(), frames: [first, second, { ...second, text: "And nothing happens." }] });
  expect(frames[1]?.[2].map(([place]) => place)).toEqual([0, 1]);
  expect(frames[2]?.slice(2)).toEqual([[], [], [], "015 TOP-1"]);
});

test.each<[string, BoardDoc]>([
  ["nothing", emptyBoard()],
  ["a card of power 0", boardWith({ "MID-3": { owner: "Y", card: "015", power: 0 } })],
  ["a card that was lowered", boardWith({ "MID-3": { owner: "E", card: "015", power: 2, change: -3 } })],
  ["a card whose power is not told", boardWith({ "MID-3": { owner: "E", card: "015", power: null } })],
  ["a card with pawns", boardWith({ "MID-3": { owner: "E", pawns: 3, card: "015", power: 1 } })],
  [
    "an effect of a card on the board",
    boardWith({
      "BOT-5": { owner: "E", card: "020", power: 1 },
      "TOP-1": { effects: [{ source: "BOT-5", card: "020", side: "E" }] },
    }),
  ],
  ["an effect of a card that left", boardWith({ "TOP-1": { effects: [{ source: "BOT-5", card: "020", side: "E" }] } })],
  [
    "an effect of a card that the other side took",
    boardWith({
      "BOT-5": { owner: "Y", card: "020", power: 1 },
      "TOP-1": {
        effects: [
          { source: "BOT-5", card: "020", side: "E" },
          { source: "BOT-5", card: "020", side: "Y" },
        ],
      },
    }),
  ],
  ["a total that does not follow from the lanes", { ...emptyBoard(), you: 3, enemy: 5, margin: -2, winner: "E" }],
  ["an even score that is not sure", { ...emptyBoard(), ambiguous: true }],
])("a board keeps %s", (_, board) => {
  expect(through(single(board))).toEqual(single(board));
});

test("a tile that is emptied is empty afterwards", () => {
  const full = boardWith({ "MID-3": { owner: "Y", pawns: 2, effects: [{ source: "TOP-1", card: "015", side: "Y" }] } });
  const doc = single(full);
  doc.frames.push({ text: "", entry: null, position: "", board: emptyBoard() });
  expect(through(doc)).toEqual(doc);
});

test("whatever happens in a game comes back", () => {
  for (let seed = 1; seed <= 50; seed += 1) {
    const doc = randomGame(seed);
    expect(through(doc), `seed ${seed}`).toEqual(doc);
  }
});

function randomGame(seed: number): ShareDoc {
  const below = numbers(seed);
  const one = <T>(...among: T[]): T => among[below(among.length)] as T;
  const words = (): string =>
    Array.from({ length: below(8) }, () => one("Y1,", "-,", "E2/", "E[020] ", "turn=3")).join("");
  const effects = (): BoardDoc["tiles"][number]["effects"] =>
    Array.from({ length: below(3) }, () => ({ source: one(...TILES), card: one("015", "020"), side: one("Y", "E") }));
  const board = (): BoardDoc => ({
    tiles: TILES.map((tile) => {
      const card = one(null, null, "015", "020", "T01");
      const [owner, pawns] = [one("Y", "E", card ? "Y" : null), below(4)] as const;
      return { tile, owner, pawns, card, power: card && below(9), change: card ? below(7) - 3 : 0, effects: effects() };
    }),
    lanes: (["TOP", "MID", "BOT"] as const).map((lane) => {
      return { lane, you: below(20), enemy: below(20), winner: one("Y", "E", null), points: below(20) };
    }),
    ...{
      you: below(99),
      enemy: below(99),
      margin: below(99) - 50,
      winner: one("Y", "E", null),
      ambiguous: one(true, false),
    },
  });
  const frames = Array.from({ length: 1 + below(6) }, () => ({
    text: words(),
    entry: one(null, "pass", words()),
    position: words(),
    board: board(),
  }));
  return { kind: one("game", "position"), title: words(), cards: { "015": words() }, frames };
}

const frame = (tiles: unknown = [], lanes: unknown = [], position: unknown = []): unknown[] => [
  "",
  position,
  tiles,
  lanes,
];

test.each<[string, unknown]>([
  ["no game at all", "game"],
  ["a title that is no text", [1, 5, {}, [frame()]]],
  ["a title without end", [1, "x".repeat(4001), {}, [frame()]]],
  ["names that are no text", [1, "", { "015": { toString: "Zu" } }, [frame()]]],
  ["no frame", [1, "", {}, []]],
  ["too many frames", [1, "", {}, Array.from({ length: 501 }, () => frame())]],
  ["a frame with too little", [1, "", {}, [["", [], []]]]],
  ["a tile off the board", [1, "", {}, [frame([[15]])]]],
  ["a tile that is no number", [1, "", {}, [frame([["__proto__"]])]]],
  ["an owner that is nobody", [1, "", {}, [frame([[0, "X"]])]]],
  ["pawns by the dozen", [1, "", {}, [frame([[0, "Y", 12]])]]],
  ["half a pawn", [1, "", {}, [frame([[0, "Y", 0.5]])]]],
  ["power in words", [1, "", {}, [frame([[0, "Y", 1, "015", "much"]])]]],
  ["power beyond all bounds", [1, "", {}, [frame([[0, "Y", 1, "015", 1e9]])]]],
  ["lanes that are not three", [1, "", {}, [frame([], [1, 2, 0, 0])]]],
  ["an entry that is no text", [1, "", {}, [[...frame(), [], 5]]]],
  ["totals that are incomplete", [1, "", {}, [[...frame(), [1, 2]]]]],
  ["a position that is no difference", [1, "", {}, [frame([], [], "rebirth")]]],
])("%s is damage", (_, small) => {
  expect(() => fromSmall(small)).toThrow(Damaged);
});
