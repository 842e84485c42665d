/** Tiles of the fleet map and what stands on them, in words. */

import { t } from "../strings";
import type { FleetFrame, FleetMap, FleetShip } from "./calls";

export interface Square {
  row: number;
  column: number;
  key: string;
  blocked: boolean;
  points: number;
  once: boolean;
  ship: FleetShip | undefined;
}

export function tileKey(row: number, column: number): string {
  return `${row},${column}`;
}

/** The map row by row, with the ships and the points of one moment. */
export function squares(map: FleetMap, frame: FleetFrame): Square[][] {
  const blocked = new Set(map.blocked.map(([row, column]) => tileKey(row ?? 0, column ?? 0)));
  const scoring = new Map(frame.scoring.map((tile) => [tileKey(tile.row, tile.col), tile]));
  const ships = new Map(frame.ships.map((ship) => [tileKey(ship.row, ship.col), ship]));
  return Array.from({ length: map.rows }, (_, row) =>
    Array.from({ length: map.columns }, (_, column) => {
      const key = tileKey(row, column);
      const tile = scoring.get(key);
      return {
        row,
        column,
        key,
        blocked: blocked.has(key),
        points: tile?.points ?? 0,
        once: tile?.only_once ?? false,
        ship: ships.get(key),
      };
    }),
  );
}

/** Where the last order began and ended. */
export function trail(frame: FleetFrame): { start: string; end: string } {
  const key = (tile: readonly number[] | null | undefined): string => (tile ? tileKey(tile[0] ?? 0, tile[1] ?? 0) : "");
  return { start: key(frame.move?.start), end: key(frame.move?.end) };
}

export function shipMark(ship: FleetShip): string {
  return (ship.disabled ? t.fleet.hollow : t.fleet.marks)[ship.side] ?? "";
}

export function squareWords(square: Square, extra: readonly string[]): string {
  const { board, sides } = t.fleet;
  const words = [board.tile(square.row, square.column)];
  const ship = square.ship;
  if (ship) {
    words.push(board.ship(ship.id, sides[ship.side] ?? ship.side, ship.hull, ship.max_hull));
    if (ship.disabled) words.push(board.disabled(ship.reactor));
    else if (ship.moved) words.push(board.moved);
  }
  if (square.blocked) words.push(board.blocked);
  if (square.points) words.push(board.scoring(square.points, square.once));
  return [...words, ...extra].join(", ");
}
