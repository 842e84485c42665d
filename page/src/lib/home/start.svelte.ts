/** What there is to go on with: the latest match, unless it was left. */

import { api, got, type Schemas } from "../api";
import { cards } from "../cards.svelte";
import { told } from "../matches/sentence";
import { knownChance } from "./chance";
import { learnFaces } from "./faces";
import { left } from "./left.svelte";

export type Row = Schemas["MatchRow"];
export type Match = Schemas["MatchDocument"];

/** Matches that the list below shows, and a few to look for one that was not left. */
const ROWS = 5;
/** Moments of a match of which a chance is told. */
const WITH_CHANCE: readonly Match["expects"][] = ["draw", "you", "enemy"];

export class Start {
  rows = $state.raw<readonly Row[]>([]);
  /** It is known what there is, or that it cannot be known. */
  ready = $state(false);
  problem = $state("");
  match = $state.raw<Match>();
  chance = $state("");
  /** The match is there, and so is its chance if the coach knows it. */
  settled = $state(false);
  private readonly stop = new AbortController();

  /** The match to go on with, or to look back on. */
  readonly row = $derived(this.rows.find((row) => !row.damaged && !left.has(row)));

  async load(): Promise<void> {
    try {
      const query = { limit: ROWS };
      this.rows = (await got(api.GET("/api/v1/matches", { params: { query }, signal: this.stop.signal }))).matches;
    } catch (error) {
      this.problem = told(error);
    }
    this.ready = true;
  }

  /** The board of the match that is shown, and the chance if that costs nothing. */
  async open(match_id: string): Promise<void> {
    [this.match, this.chance, this.settled] = [undefined, "", false];
    const signal = this.stop.signal;
    try {
      const match = await got(api.GET("/api/v1/matches/{match_id}", { params: { path: { match_id } }, signal }));
      cards.learn(match.cards);
      await learnFaces([match.board]);
      this.match = match;
    } catch (error) {
      this.problem = told(error);
      return;
    }
    if (WITH_CHANCE.includes(this.match.expects)) this.chance = await knownChance(match_id, signal);
    this.settled = true;
  }

  close(): void {
    this.stop.abort();
  }
}
