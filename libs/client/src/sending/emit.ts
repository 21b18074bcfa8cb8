/** Tells the page what became of a submission. */
export function emit(target: EventTarget, name: string, detail: object): void {
  target.dispatchEvent(new CustomEvent(`inlet:${name}`, { bubbles: true, detail }));
}
