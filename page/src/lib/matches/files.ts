/** Texts to and from files of the reader's machine. */

export function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The click has been taken up by then; the browser keeps what it is still writing.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** The text of the file that was chosen, and nothing if none was. */
export async function chosenText(event: Event & { currentTarget: HTMLInputElement }): Promise<string> {
  const input = event.currentTarget;
  const text = (await input.files?.[0]?.text()) ?? "";
  input.value = "";
  return text;
}
