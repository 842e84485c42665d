/** Keys of a table: a letter is never taken while something is typed or a sheet is open. */

const FIELDS = "input, textarea, select, [contenteditable]";

/** Hears every plain key; what is answered with true was meant for the table. */
export function onKey(hear: (key: string) => boolean): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target instanceof Element && event.target.closest(FIELDS)) return;
    if (document.querySelector("dialog[open]")) return;
    if (hear(event.key.length === 1 ? event.key.toLowerCase() : event.key)) event.preventDefault();
  };
}
