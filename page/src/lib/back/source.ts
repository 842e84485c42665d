/** What is looked back on, and where the server tells of it. */

import type { Schemas } from "../api";

export type Frame = Schemas["ShareFrame"];

export type BackSource =
  | { kind: "match"; id: string; version: number }
  | { kind: "duel"; id: string }
  | {
      kind: "lines";
      position: string;
      lines: string[];
      opponent?: string;
      enemyDeck?: string;
      /** The boards, where they came along: the start and after every line. */
      frames?: readonly Frame[];
    }
  | { kind: "record"; record: string };

/** The same source has the same key, however often it is handed over. */
export function keyOf(source: BackSource): string {
  if (source.kind === "match") return `match ${source.id} ${source.version}`;
  if (source.kind === "duel") return `duel ${source.id}`;
  if (source.kind === "record") return source.record;
  return [source.position, ...source.lines, source.opponent, source.enemyDeck].join("\n");
}

/** The stream that judges every move. */
export function summaryOf(source: BackSource): { path: string; body?: unknown } {
  switch (source.kind) {
    case "match":
      return { path: `/api/v1/matches/${encodeURIComponent(source.id)}/summary` };
    case "duel":
      return { path: `/api/v1/duels/${encodeURIComponent(source.id)}/summary` };
    case "record":
      return { path: "/api/v1/records/summary", body: { record: source.record } };
    case "lines": {
      const { position, lines, opponent, enemyDeck } = source;
      return { path: "/api/v1/positions/summary", body: { position, lines, opponent, enemy_deck: enemyDeck } };
    }
  }
}
