/** The text of a position, changed in one place: `rebirth LANES Y hand=… next=…`. */

export const EMPTY = "rebirth Y1,-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1 Y turn=3";
const LANE_LENGTH = 5;
const LANES = "TMB";

export type Side = "Y" | "E";

interface Parts {
  ruleset: string;
  tiles: string[];
  side: string;
  words: string[];
}

/** None where the text is no position at all; what its words mean is for the server to say. */
function read(text: string): Parts | undefined {
  const [ruleset, lanes, side, ...words] = text.trim().split(/\s+/);
  const tiles = lanes?.split("/").flatMap((lane) => lane.split(",")) ?? [];
  if (!ruleset || !side || tiles.length !== LANES.length * LANE_LENGTH) return undefined;
  return { ruleset, tiles, side, words };
}

function write({ ruleset, tiles, side, words }: Parts): string {
  const lanes = [0, 1, 2].map((lane) => tiles.slice(lane * LANE_LENGTH, (lane + 1) * LANE_LENGTH).join(","));
  return [ruleset, lanes.join("/"), side, ...words].join(" ");
}

function changed(text: string, change: (parts: Parts) => void): string {
  const parts = read(text);
  if (!parts) return text;
  change(parts);
  return write(parts);
}

/** A tile of nobody, of a side with pawns, or with a card of that side. */
export function tileText(owner: Side | null, pawns: number, card: string | null): string {
  if (owner === null) return "-";
  const held = `${owner}${Math.max(pawns, 1)}`;
  return card === null ? held : `${held}[${card}]`;
}

export function withTile(text: string, tile: string, content: string): string {
  return changed(text, (parts) => {
    const index = LANES.indexOf(tile[0] ?? "") * LANE_LENGTH + Number(tile.slice(-1)) - 1;
    parts.tiles[index] = content;
    // Numbers in play follow the tile order again, as nobody played this board.
    parts.tiles = parts.tiles.map((one) => one.replace(/#\d+/, ""));
    parts.words = parts.words.filter((word) => !word.startsWith("next="));
  });
}

export function withSide(text: string, side: Side): string {
  return changed(text, (parts) => void (parts.side = side));
}

/** The word `key=value` set anew, or left out where the value is empty. */
export function withWord(text: string, key: string, value: string): string {
  return changed(text, (parts) => {
    parts.words = parts.words.filter((word) => !word.startsWith(`${key}=`));
    if (value) parts.words.push(`${key}=${value}`);
  });
}

/** After a play of yours: the board as the coach tells it (`LANES next=…`), and you act again. */
export function afterPlay(text: string, board: string, hand: readonly string[]): string {
  const [lanes = "", ...extra] = board.split(" ");
  const ruleset = text.trim().split(/\s+/)[0] ?? "";
  const held = hand.length ? [`hand=${hand.join(",")}`] : [];
  return [ruleset, lanes, "Y", ...held, ...extra].join(" ");
}

/** The cards that a word tells, as `hand=005,020*2`; `?` is one that is not known. */
export function heldIn(text: string, key: string): string[] {
  const word = read(text)?.words.find((one) => one.startsWith(`${key}=`));
  return (word?.slice(key.length + 1).split(",") ?? []).flatMap((part) => {
    const [id = "", copies = "1"] = part.split("*");
    return id ? Array<string>(Number(copies) || 1).fill(id) : [];
  });
}
