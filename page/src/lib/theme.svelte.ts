/** Light, dark or as the system says; remembered in this browser. */

export type Theme = "system" | "light" | "dark";
export const THEMES: readonly Theme[] = ["system", "light", "dark"];
const KEY = "qbcoach-theme";

class ThemeChoice {
  current = $state<Theme>(THEMES.find((theme) => theme === localStorage.getItem(KEY)) ?? "system");

  constructor() {
    this.apply();
  }

  choose(theme: Theme): void {
    this.current = theme;
    localStorage.setItem(KEY, theme);
    this.apply();
  }

  private apply(): void {
    if (this.current === "system") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = this.current;
  }
}

export const theme = new ThemeChoice();
