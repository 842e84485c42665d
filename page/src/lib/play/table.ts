/** What a table is laid with: a game, an exercise or a puzzle tells it in these words. */

import type { Snippet } from "svelte";
import type { BoardDoc, Mark } from "../board";
import type { Moment } from "../show.svelte";
import type { Choice } from "./choice.svelte";

/** The hand, and what is pressed below it. */
export interface FootProps {
  choice: Choice;
  hand: readonly string[];
  /** What is asked for or was just done, in a line. */
  says: string;
  /** Places of the cards that the coach means. */
  advised?: ReadonlySet<number> | undefined;
  /** Places that are marked for something else than playing, and the word for it. */
  marked?: ReadonlySet<number> | undefined;
  mark?: string | undefined;
  onmark?: ((place: number) => void) | undefined;
  /** The move that is chosen is made. */
  onconfirm: () => void;
  actions: Snippet;
}

export interface TableProps extends FootProps {
  board: BoardDoc;
  /** The board before, so that lanes tell what changed. */
  before?: BoardDoc | undefined;
  lit?: ReadonlySet<string> | undefined;
  marks?: ReadonlyMap<string, readonly Mark[]> | undefined;
  moments?: ReadonlyMap<string, Moment> | undefined;
  /** Where the advised card goes. */
  arrow?: string | undefined;
  /** Letters, and what they do. */
  keys: Readonly<Record<string, () => void>>;
  /** Above the board. */
  top?: Snippet | undefined;
  /** What is to be done here; read before the board, beside it where there is room. */
  task?: Snippet;
  side: Snippet;
  /** There is nothing to play any more. */
  over?: boolean;
}
