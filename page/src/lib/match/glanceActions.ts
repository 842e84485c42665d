/** What can be done about what the glance says: in every state the advised way first. */

import { t } from "../strings";
import type { Table } from "./table.svelte";
import { NOTHING_SEEN } from "./telling.svelte";

export interface Action {
  label: string;
  act: () => void;
  main?: boolean;
  disabled?: boolean;
  /** The menu of the screen offers it too. */
  extra?: boolean;
  /** It stands at the other end, where it stays whatever else is offered. */
  apart?: boolean;
}

export interface Ways {
  why: () => void;
  /** What was wrong with the last move. */
  word: () => void;
  threats: () => void;
  lookBack: () => void;
  again: () => void;
}

const g = t.match.glance;

export function glanceActions(table: Table, ways: Ways): Action[] {
  const { doc, coach, store } = table;
  const disabled = store.busy;
  if (doc?.expects === "over") {
    return [
      { label: g.lookBack, act: ways.lookBack, main: true },
      { label: g.again, act: ways.again },
    ];
  }
  if (doc?.expects === "hand") return [{ label: g.unseen, act: () => void table.send(NOTHING_SEEN), disabled }];
  if (doc?.expects === "mulligan") return mulliganActions(table, disabled);
  if (coach.advises && table.move) {
    const settled = coach.deep !== null;
    return [
      { label: g.playIt, act: () => table.playAdvised(), main: settled, disabled: disabled || !settled },
      { label: g.why, act: ways.why },
      { label: g.threats, act: ways.threats, extra: true },
    ];
  }
  if (coach.remark?.ply?.side === "Y") {
    return [
      { label: g.takeBack, act: () => table.undo() },
      { label: g.why, act: ways.word },
      { label: g.threats, act: ways.threats, extra: true, apart: true },
    ];
  }
  return coach.glance ? [{ label: g.threats, act: ways.threats, apart: true }] : [];
}

/** The advised one of exchanging and keeping is the main one; what the player marked is what is exchanged. */
function mulliganActions(table: Table, disabled: boolean): Action[] {
  const { coach, telling } = table;
  const known = coach.mulligan !== null;
  const count = telling.back.size;
  const keep = { label: t.match.mulligan.keep, act: () => void table.send("keep"), main: known && !count, disabled };
  const exchange = {
    label: t.match.mulligan.exchange(count),
    act: () => table.exchange(),
    main: count > 0,
    disabled: disabled || !count,
  };
  const unwatched = {
    label: t.match.mulligan.unwatched,
    act: () => void table.send("mulligan ?"),
    disabled,
    extra: true,
  };
  return [exchange, keep, unwatched];
}
