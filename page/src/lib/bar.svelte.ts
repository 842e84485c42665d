/** What the line at the top says of the screen: where one is, and what can be done there besides. */

export interface BarItem {
  label: string;
  act: () => void;
  disabled?: boolean;
}

class Bar {
  title = $state("");
  note = $state("");
  /** At a table nothing leads away from the game but the menu. */
  table = $state(false);
  items = $state.raw<readonly BarItem[]>([]);

  /** Another screen says its own. */
  clear(): void {
    [this.title, this.note, this.table, this.items] = ["", "", false, []];
  }
}

export const bar = new Bar();
