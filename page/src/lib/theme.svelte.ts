/** Dark, light or as the system says; remembered in this browser. Dark is how the table was drawn. */

export type Theme = "dark" | "light" | "system";
export const THEMES: readonly Theme[] = ["dark", "light", "system"];
const KEY = "qbcoach-theme";

class ThemeChoice {
  current = $state<Theme>(THEMES.find((theme) => theme === localStorage.getItem(KEY)) ?? "dark");

  constructor() {
    this.apply();
  }

  choose(theme: Theme): void {
    this.current = theme;
    localStorage.setItem(KEY, theme);
    this.apply();
  }

  private apply(): void {
    document.documentElement.dataset["theme"] = this.current;
  }
}

export const theme = new ThemeChoice();
