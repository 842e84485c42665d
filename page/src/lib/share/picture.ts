/** A board as a picture of its own: the table as the page shows it, in an SVG that needs nothing from outside, or as PNG. */

import { lanesOf, laneWords, placeName, totalWords, type BoardDoc, type LaneDoc, type TileDoc } from "../board";
import { emblemOf, strokesOf } from "../card/emblem";
import { cards } from "../cards.svelte";
import { t } from "../strings";

const [WIDE, HIGH, GAP, STRIP, EDGE, HEAD, FOOT] = [116, 136, 9, 62, 26, 66, 56];
const WIDTH = 2 * (EDGE + STRIP) + 5 * WIDE + 6 * GAP;
const HEIGHT = HEAD + 3 * HIGH + 2 * GAP + FOOT;
const SCALE = 2;

/** Fonts that every machine has one of. */
const TEXT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";
const FIGURES = "Georgia, 'Times New Roman', 'Noto Serif', serif";

type Side = "Y" | "E";
/** The dark table, as in the tokens of the page. */
const COLOURS = {
  room: "#0f1214",
  felt: "#1b2023",
  well: "#14181a",
  line: "#363f44",
  text: "#f4eddc",
  muted: "#aba593",
  ink: "#f8f1e0",
  star: "#eac36f",
  up: "#8df0cf",
  down: "#ffb3a9",
  Y: { bright: "#5fd8b6", edge: "#2c7f69", soft: "#12352c", top: "#1d6b57", low: "#0d332a" },
  E: { bright: "#f6909b", edge: "#8f4450", soft: "#3c181f", top: "#762b3a", low: "#351018" },
};
/** Your pawns have round heads, the enemy's are shields. */
const PAWNS = { Y: "M2 19v-7.5a4.6 4.6 0 1 1 8 0V19z", E: "M1.5 2h9v9.5L6 19l-4.5-7.5z" };

const BOLD = 'font-weight="700"';
const SERIF = `font-family="${FIGURES}" ${BOLD}`;

function escaped(text: string): string {
  return text.replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`).replace(/[^\t\n\r\u0020-\uffff]/g, "");
}

function label(x: number, y: number, text: string, size: number, colour: string, more = ""): string {
  return `<text x="${x}" y="${y}" font-size="${size}" fill="${colour}" text-anchor="middle" ${more}>${escaped(text)}</text>`;
}

function box(x: number, y: number, [width, height]: [number, number], fill: string, stroke: string): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="10" fill="${fill}" stroke="${stroke}" stroke-width="1.5"/>`;
}

/** The name on at most three lines that fit into a tile. */
function nameLines(name: string): string[] {
  const lines: string[] = [];
  for (const word of name.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= 14) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word.length > 15 ? `${word.slice(0, 14)}…` : word);
  }
  return lines.length > 3 ? [...lines.slice(0, 2), `${lines[2]}…`] : lines;
}

function drawPawns(side: Side, count: number, x: number, y: number): string {
  const scale = 1.35;
  const left = x - (count * 12 * scale) / 2;
  const pawns = Array.from(
    { length: count },
    (_, place) => `<path d="${PAWNS[side]}" transform="translate(${12 * place} 0)"/>`,
  );
  return `<g fill="${COLOURS[side].bright}" transform="translate(${left} ${y - 10 * scale}) scale(${scale})">${pawns.join("")}</g>`;
}

function drawCard(tile: TileDoc, card: string, side: Side, x: number, y: number): string {
  const known = cards.get(card);
  const [middle, power] = [x + WIDE / 2, x + WIDE - 20];
  const strokes = strokesOf(known ? emblemOf(known) : "plain").map((stroke) => `<path d="${stroke}"/>`);
  const lines = nameLines(cards.name(card));
  const names = lines.map((line, index) =>
    label(middle, y + HIGH - 12 - 15 * (lines.length - 1 - index), line, 13, COLOURS.ink, 'font-weight="600"'),
  );
  const colour = tile.change > 0 ? COLOURS.up : tile.change < 0 ? COLOURS.down : COLOURS.ink;
  const arrow = tile.change ? label(power, y + 45, tile.change > 0 ? "▲" : "▼", 9, colour) : "";
  return [
    box(x, y, [WIDE, HIGH], `url(#card${side})`, COLOURS[side].edge),
    `<g fill="none" stroke="${COLOURS.ink}" stroke-width="1.3" stroke-linejoin="round" stroke-linecap="round"`,
    ` transform="translate(${middle - 26} ${y + 36}) scale(2.15)">${strokes.join("")}</g>`,
    drawPawns(side, 1, x + 17, y + 22),
    `<circle cx="${power}" cy="${y + 21}" r="14.5" fill="${COLOURS.well}" stroke="#e9dcb9" stroke-width="1.5"/>`,
    label(power, y + 27, String(tile.power ?? "?"), 17, colour, BOLD),
    arrow,
    ...names,
  ].join("");
}

function drawTile(tile: TileDoc, x: number, y: number): string {
  const middle = x + WIDE / 2;
  const under = tile.card === null ? 24 : tile.change ? 64 : 54;
  const star = tile.effects.length ? label(x + WIDE - 20, y + under, "★", 15, COLOURS.star) : "";
  if (tile.card !== null) return drawCard(tile, tile.card, tile.owner ?? "Y", x, y) + star;
  const [fill, edge] = tile.owner ? [COLOURS[tile.owner].soft, COLOURS[tile.owner].edge] : [COLOURS.well, COLOURS.line];
  const pawns = tile.owner ? drawPawns(tile.owner, tile.pawns, middle, y + HIGH / 2) : "";
  const place = label(x + WIDE - 15, y + HIGH - 9, placeName(tile.tile), 12, COLOURS.muted);
  return box(x, y, [WIDE, HIGH], fill, edge) + pawns + place + star;
}

/** Who leads the lane has its plate filled and pointed. */
function drawStrip(lane: LaneDoc, side: Side, x: number, y: number): string {
  const power = side === "Y" ? lane.you : lane.enemy;
  const [middle, y0, y1] = [x + STRIP / 2, y + HIGH / 2, y + HIGH];
  const tip = side === "Y" ? [x, x + 0.78 * STRIP, x + STRIP] : [x + STRIP, x + 0.22 * STRIP, x];
  const plate = `<path fill="${COLOURS[side].bright}" d="M${tip[0]} ${y}L${tip[1]} ${y}L${tip[2]} ${y0}L${tip[1]} ${y1}L${tip[0]} ${y1}z"/>`;
  const leads = lane.winner === side;
  const colour = leads ? "#1b1408" : COLOURS.muted;
  const shift = leads ? (side === "Y" ? -4 : 4) : 0;
  return (leads ? plate : "") + label(middle + shift, y0 + 11, String(power), 32, colour, SERIF);
}

function gradient(side: Side): string {
  const { top, low } = COLOURS[side];
  return `<linearGradient id="card${side}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset="0.75" stop-color="${low}"/></linearGradient>`;
}

function drawLane(lane: LaneDoc, tiles: readonly TileDoc[], y: number): string {
  const left = EDGE + STRIP + GAP;
  const drawn = tiles.map((tile, column) => drawTile(tile, left + column * (WIDE + GAP), y)).join("");
  const strips = drawStrip(lane, "Y", EDGE, y) + drawStrip(lane, "E", left + 5 * (WIDE + GAP), y);
  return `<g><title>${escaped(laneWords(lane))}</title>${strips}${drawn}</g>`;
}

export function boardSvg(board: BoardDoc, title: string): string {
  const lanes = lanesOf(board).map(({ lane, tiles }, row) => drawLane(lane, tiles, HEAD + row * (HIGH + GAP)));
  const pad = 14;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" `,
    `font-family="${TEXT}"><title>${escaped(title)}</title><defs>${gradient("Y")}${gradient("E")}</defs>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${COLOURS.room}"/>`,
    box(EDGE - pad, HEAD - pad, [WIDTH - 2 * (EDGE - pad), HEIGHT - HEAD - FOOT + 2 * pad], COLOURS.felt, COLOURS.line),
    label(WIDTH / 2, 35, title, 20, COLOURS.text, BOLD),
    ...lanes,
    label(WIDTH / 2, HEIGHT - 14, totalWords(board), 17, COLOURS.text, 'font-weight="600"'),
    "</svg>",
  ].join("");
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
