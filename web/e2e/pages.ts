import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { demo } from './inlet.ts';

/**
 * Signs in, as the demo account unless told otherwise, and opens a page. It does what the form for it does, whose own
 * journeys are in `session.spec.ts`.
 */
export async function signIn(page: Page, path = '/forms', { email, password } = demo): Promise<void> {
  // A document of the product without scripts.
  await page.goto('/favicon.svg');
  const status = await page.evaluate(
    async (person) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch('/api/auth/sign-in', { method: 'POST', headers, body: JSON.stringify(person) });
      localStorage.setItem('inlet-signed-in', '1');
      return answer.status;
    },
    { email, password },
  );
  expect(status).toBe(200);
  await page.goto(path);
  await expect(page).toHaveURL(path);
}

/**
 * Keeps messages that this page and the next ones show for a few seconds, such as "Copied" or an undo, because a busy
 * machine may check too late. Call it once the page is loaded.
 */
export async function keepMessages(page: Page): Promise<void> {
  const holdTimers = () => {
    const { setTimeout } = window;
    const isForMessage = (ms = 0) => ms >= 2_000 && ms <= 8_000;
    const hold = (work: TimerHandler, ms?: number, ...rest: unknown[]) =>
      isForMessage(ms) ? 0 : setTimeout(work, ms, ...rest);
    Object.assign(window, { setTimeout: hold });
  };
  await page.addInitScript(holdTimers);
  await page.evaluate(holdTimers);
}

/** Opens a public page and waits for its script; islands load React later. */
export async function openPublicPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(() => !('earlyEvents' in globalThis) || globalThis.earlyEvents === undefined);
}

/**
 * Waits for the document as well as its address: while it loads, it aborts other navigations and keeps the page open.
 */
export async function expectLandingPage(page: Page): Promise<void> {
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Every message from your website’s forms, delivered',
  );
}

/** Checks the whole page, or one part of a page that is so long that checking all of it takes half a minute. */
export async function expectAccessible(page: Page, part = 'html'): Promise<void> {
  // During a fade, colours differ from the design.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
  // Runs in the page itself, and without details of passed checks: a separate page for the results took most of the
  // time.
  const builder = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await builder.include(part).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { excess, widest } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const outside = [...document.body.querySelectorAll('*')].filter(
      (one) => one.getBoundingClientRect().right > clientWidth,
    );
    return { excess: scrollWidth - clientWidth, widest: outside.slice(-5).map((one) => one.outerHTML.slice(0, 120)) };
  });
  expect(excess, widest.join('\n')).toBeLessThanOrEqual(0);
}

/** Checks the current page in light and in dark. */
export async function expectGoodInBothThemes(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  await expectNoSidewaysScroll(page);
}
