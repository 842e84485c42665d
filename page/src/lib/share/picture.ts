/** A board as a picture of its own: an SVG that needs nothing from outside, and the same as PNG. */

import { lanesOf, laneWords, placeName, SIDE_MARKS, totalWords, type BoardDoc, type TileDoc } from "../board";
import { cards } from "../cards.svelte";
import { t } from "../strings";

const [TILE, GAP, STRIP, EDGE, HEAD, FOOT] = [120, 8, 76, 24, 56, 44];
const WIDTH = 2 * (EDGE + STRIP) + 5 * TILE + 6 * GAP;
const HEIGHT = HEAD + 3 * (TILE + GAP) + FOOT;
const SCALE = 2;

const COLOURS = {
  ground: "#f4f5f7",
  surface: "#ffffff",
  line: "#c3cad3",
  text: "#17212b",
  muted: "#4d5a67",
  star: "#8a3800",
  Y: { ink: "#005a94", soft: "#d6e9f7" },
  E: { ink: "#9a4200", soft: "#fbe3d1" },
};

const BOLD = 'font-weight="700"';

function escaped(text: string): string {
  return text.replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`).replace(/[^\t\n\r\u0020-\uffff]/g, "");
}

function label(x: number, y: number, text: string, size: number, colour: string, more = ""): string {
  return `<text x="${x}" y="${y}" font-size="${size}" fill="${colour}" text-anchor="middle" ${more}>${escaped(text)}</text>`;
}

function box(x: number, y: number, width: number, height: number, fill: string, stroke: string, thick: number): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="10" fill="${fill}" stroke="${stroke}" stroke-width="${thick}"/>`;
}

/** The name on at most three lines that fit into a tile. */
function nameLines(name: string): string[] {
  const lines: string[] = [];
  for (const word of name.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= 13) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word.length > 14 ? `${word.slice(0, 13)}…` : word);
  }
  return lines.length > 3 ? [...lines.slice(0, 2), `${lines[2]}…`] : lines;
}

function drawTile(tile: TileDoc, x: number, y: number): string {
  const colours = tile.owner ? COLOURS[tile.owner] : { ink: COLOURS.line, soft: COLOURS.surface };
  const parts = [box(x, y, TILE, TILE, colours.soft, colours.ink, tile.card ? 3 : 1.5)];
  const middle = x + TILE / 2;
  if (tile.owner) parts.push(label(x + 20, y + 22, SIDE_MARKS[tile.owner], 15, colours.ink, BOLD));
  if (tile.effects.length) parts.push(label(x + TILE - 16, y + 22, "★", 16, COLOURS.star));
  if (tile.card === null) {
    parts.push(
      label(middle, y + 70, "●".repeat(tile.pawns), 24, colours.ink),
      label(middle, y + TILE - 10, placeName(tile.tile), 13, COLOURS.muted),
    );
    return parts.join("");
  }
  const lines = nameLines(cards.name(tile.card));
  lines.forEach((line, index) =>
    parts.push(
      label(middle, y + 62 - 8 * (lines.length - 1) + 17 * index, line, 15, COLOURS.text, 'font-weight="600"'),
    ),
  );
  const arrow = tile.change > 0 ? "▲" : tile.change < 0 ? "▼" : "";
  parts.push(label(middle, y + TILE - 12, `${tile.power}${arrow}`, 24, COLOURS.text, 'font-weight="700"'));
  return parts.join("");
}

function drawStrip(power: number, points: number | null, side: "Y" | "E", x: number, y: number): string {
  const { ink } = COLOURS[side];
  const middle = x + STRIP / 2;
  const [frame, gain] =
    points === null
      ? ["", ""]
      : [
          box(x + 4, y + 4, STRIP - 8, TILE - 8, COLOURS.surface, ink, 1),
          label(middle, y + 94, t.board.points(points), 16, ink),
        ];
  const mark = label(middle, y + 32, SIDE_MARKS[side], 15, ink, BOLD);
  return frame + mark + label(middle, y + 70, String(power), 30, ink, BOLD) + gain;
}

export function boardSvg(board: BoardDoc, title: string): string {
  const rows = lanesOf(board).map(({ lane, tiles }, row) => {
    const y = HEAD + row * (TILE + GAP);
    const left = EDGE + STRIP + GAP;
    const drawn = tiles.map((tile, column) => drawTile(tile, left + column * (TILE + GAP), y)).join("");
    const you = drawStrip(lane.you, lane.winner === "Y" ? lane.points : null, "Y", EDGE, y);
    const enemy = drawStrip(lane.enemy, lane.winner === "E" ? lane.points : null, "E", left + 5 * (TILE + GAP), y);
    return `<g><title>${escaped(laneWords(lane))}</title>${you}${drawn}${enemy}</g>`;
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" ` +
    `font-family="system-ui, 'Segoe UI', Roboto, sans-serif">` +
    `<title>${escaped(title)}</title><rect width="${WIDTH}" height="${HEIGHT}" fill="${COLOURS.ground}"/>` +
    label(WIDTH / 2, 36, title, 20, COLOURS.text, 'font-weight="700"') +
    rows.join("") +
    label(WIDTH / 2, HEIGHT - 16, totalWords(board), 18, COLOURS.text, 'font-weight="600"') +
    "</svg>"
  );
}

/** The same drawing in pixels; refused where the browser cannot draw. */
export async function svgToPng(svg: string): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [WIDTH * SCALE, HEIGHT * SCALE];
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(t.share.failed))), "image/png"),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}
