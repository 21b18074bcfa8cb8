import type { Page } from '@playwright/test';

/** Counts the clicks of a person on a page and on the pages that it opens. */
export async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0;
  await page.exposeFunction('noteClick', () => {
    clicks += 1;
  });
  await page.addInitScript(() => {
    // Enter in a field clicks the button of its form without a person's click: `detail` is 0 there.
    const note = (event: MouseEvent) => event.detail > 0 && Reflect.get(globalThis, 'noteClick')();
    globalThis.addEventListener('click', note, { capture: true });
  });
  return () => clicks;
}
