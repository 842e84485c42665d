/** What a player likes, remembered in this browser. */

function remembered(key: string, otherwise: boolean): boolean {
  const told = localStorage.getItem(key);
  return told === null ? otherwise : told === "yes";
}

class Preference {
  on = $state(false);

  constructor(
    private readonly key: string,
    otherwise: boolean,
  ) {
    this.on = remembered(key, otherwise);
  }

  set(on: boolean): void {
    this.on = on;
    localStorage.setItem(this.key, on ? "yes" : "no");
  }
}

export const preferences = {
  /** A move is asked about once more before it is entered. */
  confirms: new Preference("qbcoach-confirms", false),
  sound: new Preference("qbcoach-sound", false),
  /** What the enemy's next move is expected to change stands on the tiles. */
  pressure: new Preference("qbcoach-threats", false),
  /** The chance stands beside a game against the engine. */
  chances: new Preference("qbcoach-chances", false),
};
