/** The keys that lead through a game, wherever the focus is; never while something is typed or a sheet is open. */

export type Keys = Readonly<Record<string, () => void>>;

const TYPING = "input:not([type=range]), textarea, select, [contenteditable], dialog";

export function onKeys(keys: Keys): (event: KeyboardEvent) => void {
  return (event) => {
    const act = keys[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (document.querySelector("dialog[open]") || (event.target as Element).closest?.(TYPING)) return;
    event.preventDefault();
    act();
  };
}
