import { median } from '#measure/median.ts';
import type { OpenPage } from '#with-browser.ts';

const ROUNDS = 7;

/** Records when the first row is on the screen: it has been painted two frames after its insertion. */
const noteFirstRow = `
  const look = () => {
    if (!document.querySelector('[data-row]')) return requestAnimationFrame(look);
    requestAnimationFrame(() => requestAnimationFrame(() => { window.firstRowMs = performance.now(); }));
  };
  requestAnimationFrame(look);
`;

/**
 * The time from the request for the page until the first content, and until the first submission, is painted; nothing
 * is cached.
 */
export async function measureOpening(open: OpenPage, path: string) {
  const paints: number[] = [];
  const rows: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const { page, context } = await open();
    await page.addInitScript({ content: noteFirstRow });
    await page.goto(path);
    await page.waitForFunction('window.firstRowMs !== undefined');
    const [paint, row] = await page.evaluate<[number, number]>(
      `[performance.getEntriesByName('first-contentful-paint')[0].startTime, window.firstRowMs]`,
    );
    await context.close();
    // The first load warms up the services.
    if (round === 0) continue;
    paints.push(paint);
    rows.push(row);
  }
  return { firstPaintMs: median(paints), firstRowMs: median(rows), rounds: rows };
}
