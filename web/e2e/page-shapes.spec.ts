import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { rowsOf } from './inbox.ts';
import { type Inlet, uniqueName } from './inlet.ts';
import { expectAccessible, expectGoodInBothThemes, expectNoSidewaysScroll, signIn } from './pages.ts';

/** The tolerance for positions that browsers round. */
const roundingPx = 0.5;
const longName = 'Maximilian-Alexander von Hohenzollern-Sigmaringen';

const tabsOf = (page: Page) => page.getByRole('navigation', { name: 'Form' });

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (!box) throw new Error('It has no box');
  return box;
}

async function fullForm(inlet: Inlet) {
  const form = await inlet.createForm({
    name: `${uniqueName('Application')} Donaudampfschifffahrtselektrizitätenhauptbetriebswerk`,
    description: 'Please send a CV, a cover letter and the name of somebody who can recommend you; we answer soon.',
    allowedOrigins: ['https://www.example.com', 'https://*.a-very-long-subdomain.of-a-long-domain.example.org'].concat(
      ['c', 'd', 'e'].map((name) => `https://${name}.example`),
    ),
  });
  await inlet.submit(form, { name: 'שרה לוי', email: 'sara@example.com', message: 'שלום עולם 🎄' });
  await inlet.submit(form, { name: longName, email: 'max@example.com', message: 'word'.repeat(100) });
  await inlet.waitForTotal(form, 2);
  return form;
}

for (const [what, width, height] of [
  ['a phone', 390, 844],
  ['a screen of 1440 pixels at 200 %', 720, 450],
] as const) {
  test(`on ${what} the inbox begins in the upper part, and nothing is cut that a reader needs`, async ({
    page,
    inlet,
  }) => {
    await page.setViewportSize({ width, height });
    const form = await fullForm(inlet);
    await signIn(page, `/forms/${form.id}`);
    await expect(rowsOf(page)).toHaveCount(2);
    expect((await boxOf(rowsOf(page).first())).y).toBeLessThanOrEqual(240);

    const search = page.getByRole('searchbox', { name: 'Search submissions' });
    const room = await search.evaluate((input: HTMLInputElement) => {
      const { paddingLeft, paddingRight, font } = getComputedStyle(input);
      const pen = document.createElement('canvas').getContext('2d');
      if (!pen) throw new Error('No canvas');
      pen.font = font;
      const words = pen.measureText(input.placeholder).width;
      return input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - words;
    });
    expect(room).toBeGreaterThanOrEqual(0);

    // The time has its own line, or the end of a line.
    const name = await boxOf(rowsOf(page).first().getByRole('button'));
    const time = await boxOf(rowsOf(page).first().locator('time'));
    expect(time.y >= name.y + name.height || time.x >= name.x + name.width).toBe(true);
    await expectNoSidewaysScroll(page);
  });
}

test('on a phone the search has the whole row, and columns and views are in the filters', async ({ page, inlet }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const form = await fullForm(inlet);
  await signIn(page, `/forms/${form.id}`);
  await expect(rowsOf(page)).toHaveCount(2);
  const search = await boxOf(page.getByRole('searchbox', { name: 'Search submissions' }));
  const main = await page.getByRole('main').evaluate((element) => {
    const { paddingLeft, paddingRight } = getComputedStyle(element);
    return element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
  });
  expect(search.width).toBeGreaterThanOrEqual(main - roundingPx);
  await expectGoodInBothThemes(page);

  await page.getByRole('button', { name: 'Filters' }).click();
  const filters = page.getByRole('dialog', { name: 'Filters' });
  await expect(filters.getByRole('button', { name: 'Views' })).toBeVisible();
  await expectAccessible(page);
  await filters.getByRole('button', { name: 'Columns' }).click();
  await expect(page.getByRole('dialog', { name: 'Columns' })).toBeVisible();
});

test('on a phone the chosen tab is in sight, and the last one that fits is cut', async ({ page, inlet }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const form = await fullForm(inlet);
  await signIn(page, `/forms/${form.id}`);
  await expect(rowsOf(page)).toHaveCount(2);
  const links = await tabsOf(page).getByRole('link').all();
  const boxes = await Promise.all(links.map(boxOf));
  expect(boxes.some(({ x, width }) => x + width > 390 - 32)).toBe(true);
  await page.goto(`/forms/${form.id}/setup`);
  const setup = tabsOf(page).getByRole('link', { name: 'Setup' });
  await expect(setup).toHaveAttribute('aria-current', 'page');
  await expect(setup).toBeInViewport({ ratio: 1 });
});

test('on a phone the actions of an open submission stand in one row', async ({ page, inlet }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const form = await fullForm(inlet);
  await signIn(page, `/forms/${form.id}`);
  await rowsOf(page).first().getByRole('button').click();
  const details = page.getByRole('dialog', { name: 'Submission Details' });
  // What loads above them may move them between two measurements.
  await expect(async () => {
    const first = await boxOf(details.getByRole('link', { name: 'Reply' }));
    for (const name of ['Done', 'Star', 'Spam', 'Delete']) {
      expect((await boxOf(details.getByRole('button', { name, exact: true }))).y).toBe(first.y);
    }
  }).toPass({ timeout: 60_000 });
});

for (const width of [1_024, 1_440]) {
  test(`a card of a form is at most 120 pixels high at ${width}, whatever is in it`, async ({ page, inlet }) => {
    await page.setViewportSize({ width, height: 900 });
    const form = await fullForm(inlet);
    await signIn(page);
    const card = page.getByRole('article', { name: form.name });
    await expect(card).toContainText('2 unread');
    await expect(card).toContainText('Last submission');
    await expect(card.getByRole('img', { name: '2 submissions in 30 days' })).toBeVisible();
    for (const each of await page.getByRole('article').all()) {
      // Includes the frame around it.
      expect((await boxOf(each)).height + 2).toBeLessThanOrEqual(120);
    }
    await expect(page.getByRole('main').getByRole('link', { name: 'New Form' })).toHaveAttribute('href', '/forms/new');
    await expectGoodInBothThemes(page);
  });
}

for (const width of [1_440, 1_920]) {
  test(`pages and tabs have the same left edge at ${width} pixels`, async ({ page, inlet }) => {
    await page.setViewportSize({ width, height: 900 });
    const form = await fullForm(inlet);
    await signIn(page, '/dashboard');
    const left: Record<string, number> = {};
    const heading = page.getByRole('heading', { level: 1 });
    for (const [path, title] of [
      ['/dashboard', 'Welcome back'],
      ['/forms', 'Forms'],
      ['/forms/new', 'Create Form'],
      ['/analytics', 'Analytics'],
      ['/settings', 'Account settings'],
      [`/forms/${form.id}/settings`, 'Form Settings'],
    ] as const) {
      await page.goto(path);
      await expect(heading).toHaveText(title);
      left[path] = Math.round((await boxOf(heading)).x);
    }
    for (const tab of ['refused', 'analytics', 'integrations', 'setup']) {
      await page.goto(`/forms/${form.id}/${tab}`);
      await expect(
        page.getByRole('link', { name: 'Export' }).or(page.getByRole('button', { name: 'Export' })),
      ).toBeVisible();
      // The part below the tabs may still be loading.
      await expect(tabsOf(page).locator('xpath=following-sibling::*[1]')).toBeVisible();
      left[tab] = Math.round(
        await tabsOf(page).evaluate((tabs) => tabs.nextElementSibling?.getBoundingClientRect().x ?? -1),
      );
    }
    expect(new Set(Object.values(left)), JSON.stringify(left)).toEqual(new Set([left['/dashboard']]));
  });
}

for (const [width, height] of [
  [390, 844],
  [820, 1_180],
  [1_440, 900],
] as const) {
  test(`what loads has its place at ${width} pixels before it is there`, async ({ page, inlet }) => {
    await page.setViewportSize({ width, height });
    const form = await fullForm(inlet);
    await signIn(page);
    await expect(page.getByRole('article', { name: form.name })).toBeVisible();
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/api\/v1\/(forms|dashboard|usage)/, async (route) => {
      await isReleased;
      await route.continue();
    });

    await page.goto(`/forms/${form.id}`);
    const loading = page.getByRole('status', { name: 'Loading submissions' });
    await expect(loading).toBeVisible();
    const early = {
      tabs: (await boxOf(tabsOf(page))).y,
      // The tools and the head come before it.
      row: (await boxOf(loading.locator(':scope > *').nth(2))).y,
    };
    release();
    await expect(rowsOf(page)).toHaveCount(2);
    expect((await boxOf(tabsOf(page))).y).toBeCloseTo(early.tabs, 0);
    expect((await boxOf(rowsOf(page).first())).y).toBeCloseTo(early.row, 0);
  });
}

test('the cards of the forms and the chart of the dashboard take the room of their placeholders', async ({
  page,
  inlet,
}) => {
  await page.setViewportSize({ width: 1_440, height: 900 });
  const form = await fullForm(inlet);
  await signIn(page);
  const card = page.getByRole('article', { name: form.name });
  await expect(card).toBeVisible();
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/api\/v1\/(forms|dashboard|usage)/, async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.goto('/forms');
  const placeholder = await boxOf(page.getByRole('status', { name: 'Loading forms' }).locator(':scope > *').first());
  await page.goto('/dashboard');
  const latest = page.getByRole('region', { name: 'Latest' });
  const early = await boxOf(latest);
  release();
  await expect(latest.getByRole('link').first()).toBeVisible();
  await expect(page.getByRole('img', { name: /^Submissions of the last 30 days/ })).toBeVisible();
  expect((await boxOf(latest)).y).toBeCloseTo(early.y, 0);
  await page.goto('/forms');
  await expect(card).toBeVisible();
  const shown = await boxOf(page.getByRole('listitem').filter({ has: card }));
  expect(shown.height).toBeCloseTo(placeholder.height, 0);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`in ${colorScheme} colours the veil of a dialog reaches the edge of the window`, async ({ page, inlet }) => {
    await page.emulateMedia({ colorScheme });
    const form = await fullForm(inlet);
    await signIn(page, `/forms/${form.id}`);
    await page.getByRole('button', { name: 'Filters' }).click();
    await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible();
    await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    const pixelAt = (x: number) => page.screenshot({ clip: { x, y: height - 4, width: 1, height: 1 } });
    // Both have the canvas below; the scroll bar was above the outer one.
    expect(await pixelAt(width - 1)).toEqual(await pixelAt(width - 20));
  });
}
