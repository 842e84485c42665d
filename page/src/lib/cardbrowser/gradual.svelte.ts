/** A long list that comes to the screen in parts, so that no part keeps the page from answering. */

const PART = 12;

export class Gradual<T> {
  private count = $state(PART);

  constructor(private readonly list: () => readonly T[]) {
    $effect(() => {
      const wanted = this.list().length;
      // What is taken out comes back in parts too.
      if (wanted < this.count) this.count = Math.max(PART, wanted);
      if (wanted <= this.count) return;
      const soon = setTimeout(() => (this.count += PART));
      return () => clearTimeout(soon);
    });
  }

  get shown(): readonly T[] {
    return this.list().slice(0, this.count);
  }
}
