/** What is typed anywhere on the match screen goes to the entry, unless it is typed into something else. */

const FIELDS = "input, textarea, select, [contenteditable]";
const PRESSED = "button, a, summary";

interface Ways {
  /** Put the focus where the entry is typed. */
  focus: () => void;
  /** A key while nothing is typed; true when it was one of the shortcuts. */
  press: (key: string) => boolean;
  /** Keys that mean something wherever the focus is, those with Control or Command among them. */
  keys: Readonly<Record<string, () => void>>;
}

export function onTyping({ focus, press, keys }: Ways): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.altKey || event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const held = event.ctrlKey || event.metaKey;
    const target = event.target instanceof Element ? event.target : null;
    const field = target?.closest<HTMLTextAreaElement>(FIELDS);
    if (field?.value) return; // what is being typed is meant, and its own undo
    const act = keys[held ? `Control+${event.key}` : event.key];
    if (act) {
      event.preventDefault();
      act();
    } else if (!held && !field) typed(event, target, focus, press);
  };
}

function typed(event: KeyboardEvent, target: Element | null, focus: Ways["focus"], press: Ways["press"]): void {
  const own = event.key === "Enter" || event.key === " " || event.key.startsWith("Arrow");
  if (own && target?.closest(PRESSED)) return; // the button that has the focus is meant, or a walk over the board
  if (press(event.key)) event.preventDefault();
  else if (event.key.length === 1 && event.key !== " ") focus();
}
