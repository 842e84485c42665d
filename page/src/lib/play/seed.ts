/** A new number for a deal, short enough to be told to somebody. */

export function randomSeed(): number {
  return (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % 1_000_000;
}
