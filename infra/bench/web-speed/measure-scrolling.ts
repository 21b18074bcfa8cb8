import type { OpenPage } from '#with-browser.ts';

/** Twelve hundred rows, over six pages of the service, as fast as a hand turns a wheel. */
const DISTANCE_PX = 60_000;
const SPEED_PX_PER_SECOND = 6_000;
const PIXELS_ABOVE_LIST = 200;

/**
 * Checks in each frame whether rows are in position at three heights of the window. A frame is blank if any height has
 * no row, because it is empty or waits for its page.
 */
const watchFrames = `
  const frames = { count: 0, longestMs: 0, blankMs: 0, longestBlankMs: 0 };
  window.frames_ = frames;
  let before = performance.now();
  const isRow = (y) => document.elementFromPoint(700, y)?.closest('[data-row]') !== null;
  const look = (now) => {
    const tookMs = now - before;
    before = now;
    frames.count += 1;
    frames.longestMs = Math.max(frames.longestMs, tookMs);
    frames.blankMs = [300, 550, 800].every(isRow) ? 0 : frames.blankMs + tookMs;
    frames.longestBlankMs = Math.max(frames.longestBlankMs, frames.blankMs);
    requestAnimationFrame(look);
  };
  requestAnimationFrame((now) => { before = now; requestAnimationFrame(look); });
`;

/** Turns the wheel over the list, and returns how long the screen froze or showed no rows. */
export async function measureScrolling(open: OpenPage, path: string) {
  const { page, context } = await open();
  await page.goto(path);
  await page.locator('[data-row]').first().waitFor();
  await page.evaluate(
    `window.scrollTo(0, document.querySelector('tbody').getBoundingClientRect().top - ${PIXELS_ABOVE_LIST})`,
  );
  await page.evaluate(watchFrames);
  const cdp = await context.newCDPSession(page);
  const startMs = performance.now();
  await cdp.send('Input.synthesizeScrollGesture', {
    x: 700,
    y: 600,
    yDistance: -DISTANCE_PX,
    speed: SPEED_PX_PER_SECOND,
    gestureSourceType: 'mouse',
    preventFling: true,
  });
  const seconds = (performance.now() - startMs) / 1_000;
  type Seen = { count: number; longestMs: number; longestBlankMs: number };
  const seen = await page.evaluate<Seen>('window.frames_');
  const rows = await page.evaluate<number>(
    `Number(document.querySelector('[data-row]').getAttribute('aria-rowindex'))`,
  );
  await context.close();
  return { frames: seen.count, seconds, longestFrameMs: seen.longestMs, longestBlankMs: seen.longestBlankMs, rows };
}
