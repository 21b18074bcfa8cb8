import { copyFeedbackMs, writeClipboard } from '#lib/clipboard.ts';

type Outcome = 'copied' | 'refused';

const messages = { copied: 'Copied to the clipboard', refused: 'Copying is not allowed here' } as const;

/** Makes every copy button of the page work, with one listener for all of them. */
export function copySamples(page: Document | HTMLElement): void {
  const timers = new WeakMap<HTMLElement, number>();
  page.addEventListener('click', async ({ target }) => {
    const part = target instanceof Element && target.closest('button')?.closest<HTMLElement>('[data-copy]');
    if (!part) return;
    const code = part.closest('[data-sample]')?.querySelector('pre')?.textContent ?? '';
    const outcome = (await writeClipboard(code.trimEnd())) ? 'copied' : 'refused';
    clearTimeout(timers.get(part));
    tell(part, outcome);
    timers.set(part, window.setTimeout(tell, copyFeedbackMs, part, null));
  });
}

function tell(part: HTMLElement, outcome: Outcome | null): void {
  const label = part.dataset.copy ?? '';
  const [button, status] = [part.querySelector('button'), part.querySelector('[role=status]')];
  if (!button || !status) return;
  button.ariaLabel = outcome === 'copied' ? 'Copied' : label;
  button.title = outcome === null ? label : '';
  status.textContent = outcome === null ? '' : messages[outcome];
  if (outcome === null) delete part.dataset.outcome;
  else part.dataset.outcome = outcome;
}
