/** A text told by what differs from another: pieces taken over by their place, or new ones in full. */

import { Damaged, list, number, text } from "./reading";

/** Numbers count pieces taken over from the text before, negative ones skip; strings are new. */
export type Part = (string | number)[];

const MOST_PIECES = 2000;

function pieces(told: string): string[] {
  return told.match(/[^ ,/]*[ ,/]?/g)?.filter(Boolean) ?? [];
}

export function changedPart(before: string, after: string): Part {
  const [old, fresh] = [pieces(before), pieces(after)];
  const part: Part = [];
  let place = 0;
  let kept = 0;
  const settle = (): void => {
    if (kept) part.push(kept);
    kept = 0;
  };
  fresh.forEach((piece, index) => {
    if (old[place] === piece) {
      [place, kept] = [place + 1, kept + 1];
      return;
    }
    settle();
    const ahead = resumesAt(old, place, fresh, index);
    if (ahead > place) {
      part.push(place - ahead);
      [place, kept] = [ahead + 1, 1];
    } else {
      const last = part.at(-1);
      if (typeof last === "string") part[part.length - 1] = last + piece;
      else part.push(piece);
    }
  });
  settle();
  return part;
}

/** Where the old text goes on as the new one does; a single piece may agree by chance, two seldom do. */
function resumesAt(old: string[], from: number, fresh: string[], index: number): number {
  for (let place = from + 1; place < old.length; place += 1) {
    if (old[place] === fresh[index] && (old[place + 1] === fresh[index + 1] || index === fresh.length - 1))
      return place;
  }
  return -1;
}

export function restoredPart(before: string, part: unknown): string {
  const old = pieces(before);
  let place = 0;
  let told = "";
  for (const one of list(part, 0, MOST_PIECES)) {
    if (typeof one === "string") {
      told += text(one);
    } else {
      const count = number(one, -MOST_PIECES, MOST_PIECES);
      if (count > 0) told += old.slice(place, place + count).join("");
      place += Math.abs(count);
    }
    if (told.length > 4000) throw new Damaged();
  }
  return told;
}
