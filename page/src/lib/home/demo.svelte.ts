/** The game that plays itself: its scenes one after the other, each as long as it takes to be read. */

import type { BoardDoc, LaneDoc, Mark, TileDoc } from "../board";
import { placeName } from "../board";
import { cards } from "../cards.svelte";
import { calm } from "../play/motion";
import { Show, type Change } from "../show.svelte";

/** What `packaging/demo.py` writes. */
interface Step {
  side: "Y" | "E";
  card: string | null;
  tile: string | null;
  chance?: string;
  says?: string;
  changes: readonly Pick<Change, "kind" | "facts">[];
  board: Partial<BoardDoc> & { tiles: TileDoc[]; lanes: LaneDoc[] };
}

export interface Game {
  start: BoardDoc;
  /** The step that shows most by itself. */
  telling: number;
  result: string;
  steps: readonly Step[];
}

export interface Scene {
  /** The move it is about, from 1; the end of the game comes after the last. */
  move: number;
  step: Step | undefined;
  board: BoardDoc;
  before: BoardDoc;
  /** The move is advised, and not made yet. */
  advised: boolean;
  milliseconds: number;
}

const READING = 4200;
const SEEING = 1900;
const ENEMY = 2600;
const ENDING = 6000;

function merged(board: BoardDoc, news: Step["board"]): BoardDoc {
  const tiles = new Map(news.tiles.map((tile) => [tile.tile, tile]));
  const lanes = new Map(news.lanes.map((lane) => [lane.lane, lane]));
  return {
    ...board,
    ...news,
    tiles: board.tiles.map((tile) => tiles.get(tile.tile) ?? tile),
    lanes: board.lanes.map((lane) => lanes.get(lane.lane) ?? lane),
  };
}

export function scenesOf(game: Game): Scene[] {
  const scenes: Scene[] = [];
  let board = game.start;
  for (const [index, step] of game.steps.entries()) {
    const [before, move] = [board, index + 1];
    board = merged(board, step.board);
    const mine = step.side === "Y";
    if (mine) scenes.push({ move, step, board: before, before, advised: true, milliseconds: READING });
    scenes.push({ move, step, board, before, advised: false, milliseconds: mine ? SEEING : ENEMY });
  }
  scenes.push({
    move: game.steps.length,
    step: undefined,
    board,
    before: board,
    advised: false,
    milliseconds: ENDING,
  });
  return scenes;
}

export class Demo {
  readonly scenes: readonly Scene[];
  readonly moves: number;
  readonly result: string;
  readonly show = new Show();
  private at = $state(0);
  /** Who wants little motion begins at the telling move, and goes on by hand. */
  playing = $state(!calm());

  constructor(game: Game) {
    this.scenes = scenesOf(game);
    this.moves = game.steps.length;
    this.result = game.result;
    const telling = this.scenes.findIndex(({ move }) => move === game.telling + 1);
    if (!this.playing) this.at = telling;
  }

  readonly scene: Scene = $derived.by(() => this.scenes[this.at] as Scene);

  /** The advised move, drawn on the board. */
  readonly marks: ReadonlyMap<string, readonly Mark[]> = $derived.by(() => {
    const { step, advised } = this.scene;
    if (!advised || !step?.tile || !step.card) return new Map();
    return new Map([[step.tile, [{ kind: "advice", name: cards.name(step.card) }]]]);
  });

  /** `Zu` and `M3`; nothing for a pass. */
  readonly played = $derived.by(() => {
    const { step } = this.scene;
    return step?.card && step.tile ? { card: cards.name(step.card), tile: placeName(step.tile) } : undefined;
  });

  pause(): void {
    this.playing = false;
  }

  toggle(): void {
    this.playing = !this.playing;
  }

  /** One scene on; after the end from the beginning. */
  next(): void {
    this.at = (this.at + 1) % this.scenes.length;
    const { advised, step } = this.scene;
    if (advised || !step || this.at === 0) this.show.skip();
    else this.show.play(step.changes as Change[]);
  }

  back(): void {
    this.at = (this.at + this.scenes.length - 1) % this.scenes.length;
    this.show.skip();
  }
}
