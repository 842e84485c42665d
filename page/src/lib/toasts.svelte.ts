/** Short words on what was just done, each with the way to take it back. One at a time; the newest counts. */

export interface Toast {
  text: string;
  /** The label of what can be done about it. */
  action?: string;
  act?: () => void;
  /** How long it stays. */
  seconds?: number;
}

const STAYS = 8;

class Toasts {
  shown = $state.raw<Toast | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;

  show(toast: Toast): void {
    this.clear();
    this.shown = toast;
    this.timer = setTimeout(() => (this.shown = null), 1000 * (toast.seconds ?? STAYS));
  }

  clear(): void {
    clearTimeout(this.timer);
    this.shown = null;
  }

  act(): void {
    const act = this.shown?.act;
    this.clear();
    act?.();
  }
}

export const toasts = new Toasts();
