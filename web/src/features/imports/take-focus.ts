/** Moves the focus to the heading of a new step, because the pressed button is gone. */
export function takeFocus(heading: HTMLElement | null): void {
  heading?.focus();
}
