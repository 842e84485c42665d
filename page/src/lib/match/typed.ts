/** What is typed on the match screen, as far as it is a card, a tile, or both; everything else is for the server to read. */

const TILE = /^([tmb])[\s-]?([1-5])$/i;
const BOTH = /^(.+?)\s+([tmb])[\s-]?([1-5])$/i;
const LANES: Readonly<Record<string, string>> = { t: "TOP", m: "MID", b: "BOT" };

export interface Typed {
  /** The name, or a part of it; empty when there is none. */
  name: string;
  tile: string | null;
}

function tileOf(lane = "", column = ""): string {
  return `${LANES[lane.toLowerCase()]}-${column}`;
}

export function readTyped(text: string): Typed {
  const typed = text.trim();
  const alone = TILE.exec(typed);
  if (alone) return { name: "", tile: tileOf(alone[1], alone[2]) };
  const both = BOTH.exec(typed);
  if (both) return { name: both[1] ?? "", tile: tileOf(both[2], both[3]) };
  return { name: typed, tile: null };
}

/** Words with which an entry or a question begins, where no card is meant. */
const COMMANDS = new Set(
  (
    "against ask best board branch card change draw e end ep hand insert k keep log mulligan note odds p pass redo remark " +
    "remarks remove score set summary threat undo what why"
  ).split(" "),
);

/** Single letters are short forms only where no card is meant, which the caller looks at first. */
export function isCommand(text: string): boolean {
  const [first = "", ...more] = text.trim().toLowerCase().split(/\s+/);
  return COMMANDS.has(first) && (more.length > 0 || first.length > 2);
}
