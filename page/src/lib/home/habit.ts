/** The habit that cost most when all games were last gone through: working it out takes long, so it is remembered. */

import type { Schemas } from "../api";
import { percent } from "../figures";
import { t } from "../strings";

const KEY = "qbcoach-habit";

/** Of all that was found; nothing where no habit was. */
export function rememberHabit({ whole, habits, themes }: Schemas["ProgressAnswer"]): void {
  const worst = themes.find(({ name }) => name === habits[0]);
  if (worst && whole.matches) {
    localStorage.setItem(KEY, `${worst.name} ${worst.given / whole.matches} ${whole.matches}`);
  } else localStorage.removeItem(KEY);
}

/** It in a sentence; empty where none is known. */
export function habitTold(): string {
  const [theme = "", given, games] = (localStorage.getItem(KEY) ?? "").split(" ");
  const habit = t.habits.themes[theme];
  return habit ? t.home.habitTold(habit, percent(Number(given)), Number(games)) : "";
}
