/** One game looked back on: what happened, at once, and what every move was worth, as soon as it is known. */

import { api, got, Refusal, type Schemas } from "../api";
import { cards } from "../cards.svelte";
import { duelCalls } from "../play/calls";
import { boardsOf } from "./boards";
import type { Outcomes } from "./contrast";
import { gameOfDuel, gameOfFrames, gameOfMade, type Game } from "./game";
import { resultOf, resultOfFrames, resultOfSummary, type Result } from "./result";
import { Review, type Drawn, type Ply, type Summary } from "./review.svelte";
import { summaryOf, type BackSource, type Frame } from "./source";

type MatchDoc = Schemas["MatchDocument"];

export class Back {
  game = $state.raw<Game>();
  /** The match itself, where it is one. */
  match = $state.raw<MatchDoc>();
  problem = $state("");
  readonly review = new Review();
  /** Where your costly moves led, and where the better ones would have led, by the number of the move. */
  outcomes = $state.raw<ReadonlyMap<number, Outcomes>>(new Map());
  private told = $state.raw<Result | null>(null);

  readonly summary = $derived(this.review.summary);
  readonly result = $derived(this.told ?? (this.summary && resultOfSummary(this.summary)));
  readonly plies: ReadonlyMap<number, Ply> = $derived(new Map(this.summary?.plies.map((ply) => [ply.number, ply])));
  readonly draws: ReadonlyMap<number, Drawn> = $derived(
    new Map(this.summary?.draws.map((draw) => [draw.number, draw])),
  );
  readonly turned: ReadonlySet<string> = $derived(
    new Set(this.summary?.turned.map(({ kind, number }) => `${kind} ${number}`)),
  );

  constructor(readonly source: BackSource) {}

  /** Show the game; its moves are judged at once, or when somebody asks for it. */
  async open(judged: boolean): Promise<void> {
    if (this.source.kind === "lines") this.showLines(this.source.frames ?? []);
    await Promise.all([this.show(), judged ? this.judge() : undefined]);
  }

  async judge(): Promise<void> {
    void cards.load().catch(() => undefined);
    await this.review.begin(summaryOf(this.source));
    if (this.review.summary) await this.attempt(() => this.complete(this.review.summary as Summary));
  }

  close(): void {
    this.review.stop();
  }

  private show(): Promise<void> {
    return this.attempt(async () => {
      const { source } = this;
      if (source.kind === "match") await this.showMatch(source.id);
      else if (source.kind === "duel") await this.showDuel(source.id);
    });
  }

  private showLines(frames: readonly Frame[]): void {
    [this.game, this.told] = [gameOfFrames(frames), resultOfFrames(frames)];
  }

  private async showMatch(match_id: string): Promise<void> {
    const params = { path: { match_id } };
    const [match, shared] = await Promise.all([
      got(api.GET("/api/v1/matches/{match_id}", { params })),
      got(api.GET("/api/v1/matches/{match_id}/share", { params })),
    ]);
    cards.learn(match.cards);
    cards.learnNames(shared.cards);
    [this.match, this.game, this.told] = [match, gameOfFrames(shared.frames), resultOf(match.result)];
  }

  private async showDuel(id: string): Promise<void> {
    const duel = await duelCalls.read(id);
    this.told = resultOf(duel.result);
    this.game ??= gameOfDuel(duel);
  }

  /** What the source could not tell by itself: boards of its moves, of better ones, and hands, all with one request. */
  private async complete({ made, position, hand, plies }: Summary): Promise<void> {
    const { source } = this;
    const complete = source.kind === "match" || (source.kind === "lines" && source.frames !== undefined);
    const places = complete ? [] : [...made.map((one) => one.position), position];
    const compared = plies.flatMap(({ number, best_line: [better], line: [played] }) =>
      better && played ? [{ number, positions: [better.position, played.position] }] : [],
    );
    const boards = await boardsOf([...places, ...compared.flatMap((one) => one.positions)]);
    const outcomes = compared.flatMap(({ number }, place): [number, Outcomes][] => {
      const [better, played] = boards.slice(places.length + 2 * place);
      return better && played ? [[number, { better, played }]] : [];
    });
    this.outcomes = new Map(outcomes);
    if (!complete) this.game = gameOfMade(made, position, boards.slice(0, places.length), hand !== null);
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.problem = error.message;
    }
  }
}
