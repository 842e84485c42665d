/** Which job answers which question about a deck, so that it is found again by whoever comes back to that deck. */

const KEY = "qbcoach-swaps";
const MOST = 40;

type Pair = [question: string, job: string];

function pairs(): Pair[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? (kept as Pair[]) : [];
  } catch {
    return [];
  }
}

export const askedJobs = {
  of(question: string): string | undefined {
    return pairs().find(([asked]) => asked === question)?.[1];
  },

  keep(question: string, job: string): void {
    const others = pairs().filter(([asked]) => asked !== question);
    localStorage.setItem(KEY, JSON.stringify([[question, job], ...others].slice(0, MOST)));
  },

  drop(question: string): void {
    localStorage.setItem(KEY, JSON.stringify(pairs().filter(([asked]) => asked !== question)));
  },
};
