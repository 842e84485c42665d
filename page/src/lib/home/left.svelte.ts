/** Matches that the reader wants to see at the start no more, each until something happens in it. */

const KEY = "qbcoach-left";
const MOST = 20;

interface Row {
  id: string;
  version: number;
}

function kept(): readonly string[] {
  return (localStorage.getItem(KEY) ?? "").split(" ").filter(Boolean);
}

const named = ({ id, version }: Row): string => `${id}:${version}`;

class Left {
  private ones = $state.raw(kept());

  has(row: Row): boolean {
    return this.ones.includes(named(row));
  }

  add(row: Row): void {
    this.keep([named(row), ...this.ones].slice(0, MOST));
  }

  bringBack(row: Row): void {
    this.keep(this.ones.filter((one) => one !== named(row)));
  }

  private keep(ones: readonly string[]): void {
    this.ones = ones;
    localStorage.setItem(KEY, ones.join(" "));
  }
}

export const left = new Left();
