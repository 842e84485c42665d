/** Reading what a stranger's link holds: everything is checked before it is believed. */

export class Damaged extends Error {}

const LONGEST = 4000;

export function list(value: unknown, least: number, most = least): unknown[] {
  if (!Array.isArray(value) || value.length < least || value.length > most) throw new Damaged();
  return value as unknown[];
}

export function number(value: unknown, least = -999, most = 999): number {
  if (typeof value !== "number" || !Number.isInteger(value) || value < least || value > most) throw new Damaged();
  return value;
}

export function text(value: unknown): string {
  if (typeof value !== "string" || value.length > LONGEST) throw new Damaged();
  return value;
}
