import { expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { expectAccessible, expectNoSidewaysScroll, keepMessages, openPublicPage } from './pages.ts';

const searchBox = (page: Page) => page.getByRole('combobox', { name: 'Search the documentation' });
const menu = (page: Page) => page.getByRole('navigation', { name: 'Documentation' });

/** Every page of the documentation, in the order of the menu. */
async function docsPaths(page: Page): Promise<string[]> {
  await page.goto('/docs');
  const links = await menu(page).getByRole('link').all();
  return Promise.all(links.map(async (link) => (await link.getAttribute('href')) ?? ''));
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('every page reads whole on a narrow screen, and leads to the next one', async ({ page }) => {
    const paths = await docsPaths(page);
    expect(paths.length).toBeGreaterThan(12);
    await page.setViewportSize({ width: 320, height: 640 });
    for (const path of paths) {
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('details a[aria-current=page]')).toHaveAttribute('href', path);
      expect((await page.locator('article').first().innerText()).length).toBeGreaterThan(800);
      await expect(searchBox(page)).toBeHidden();
      await expectNoSidewaysScroll(page);
      const next = page
        .getByRole('navigation', { name: 'Pages before and after' })
        .getByRole('link', { name: /^Next/ });
      if (path !== paths.at(-1)) await next.click();
      else await expect(next).toHaveCount(0);
    }
    const folded = page.getByRole('navigation', { name: 'All pages' });
    await expect(menu(page).or(folded)).toBeHidden();
    await page.getByText('All pages').click();
    await folded.getByRole('link', { name: 'Spam' }).click();
    await expect(page).toHaveURL('/docs/spam');
  });

  test('on a phone no table scrolls sideways, and each cell of a wide one says which column it is of', async ({
    page,
  }) => {
    const paths = await docsPaths(page);
    await page.setViewportSize({ width: 375, height: 800 });
    for (const path of paths) {
      await page.goto(path);
      const scrolling = page
        .locator('.docs-table')
        .evaluateAll((tables) =>
          tables
            .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
            .map(({ textContent }) => textContent),
        );
      expect(await scrolling, path).toEqual([]);
    }
    await page.goto('/docs/api-errors');
    const row = page.getByRole('row', { name: 'too_large' });
    const places = await row
      .getByRole('cell')
      .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().top));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(new Set(places).size).toBe(4);
    const name = row
      .getByText('Send less in one request.')
      .evaluate((cell) => getComputedStyle(cell, '::before').content);
    expect(await name).toBe('"Fix"');
  });

  test('the documentation begins without code', async ({ page }) => {
    await page.goto('/docs');
    await expect(page.getByRole('article').getByRole('heading', { level: 2 }).first()).toHaveText('Start without code');
    await page.getByRole('link', { name: /^Each step/ }).click();
    await expect(page).toHaveURL('/docs/start-without-code');
    await expect(page.locator('pre').first()).toContainText('<form action=');
    for (const name of ['Webflow', 'WordPress', 'Carrd', 'Framer']) {
      await expect(page.getByRole('row', { name: new RegExp(`^${name}`) })).toBeVisible();
    }
  });

  test('samples have the address of this installation', async ({ page, baseURL }) => {
    await page.goto('/docs/quick-start');
    await expect(page.locator('pre').first()).toContainText(`action="${baseURL}/api/forms/ENDPOINT_ID"`);
    await expect(page.getByText('inlet.example')).toHaveCount(0);
  });

  test('the reference has every call of the API', async ({ page, request }) => {
    await page.goto('/docs/api-reference');
    const { paths } = await (await request.get('/api/openapi.json')).json();
    const operations = Object.values<Record<string, { operationId: string }>>(paths).flatMap((calls) =>
      Object.values(calls),
    );
    expect(operations.length).toBeGreaterThan(30);
    const links = await page
      .locator('.docs-index a')
      .evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''));
    const listed = links.map((href) => href.split('#')[1]);
    expect(listed.toSorted()).toEqual(operations.map(({ operationId }) => operationId).toSorted());
    const shown: string[] = [];
    for (const path of new Set(links.map((href) => href.split('#')[0] ?? ''))) {
      await page.goto(path);
      const ids = await page.locator('article h3[id]').evaluateAll((headings) => headings.map(({ id }) => id));
      shown.push(...ids.map((id) => `${path}#${id}`));
    }
    expect(shown.toSorted()).toEqual(links.toSorted());
  });
});

test('the search is reached with a slash, walked through with the arrows, and leads to the section', async ({
  page,
}) => {
  await openPublicPage(page, '/docs');
  await page.keyboard.press('/');
  await expect(searchBox(page)).toBeFocused();
  await page.keyboard.type('redirect');
  const options = page.getByRole('option');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await expect(options.first()).toContainText('_redirect');
  await page.keyboard.press('ArrowDown');
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/docs/fields#_redirect');
  await expect(page.getByRole('heading', { name: '_redirect' })).toBeInViewport();
});

test('the search says when there is nothing, and Escape closes it', async ({ page }) => {
  await openPublicPage(page, '/docs/spam');
  await searchBox(page).fill('zeppelin');
  await expect(page.getByText('Nothing about “zeppelin”')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toHaveCount(0);
});

test('a sample is copied as it stands, and the button says so', async ({ page, context, baseURL }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openPublicPage(page, '/docs/quick-start');
  await keepMessages(page);
  const sample = page.locator('figure').first();
  await sample.getByRole('button', { name: 'Copy' }).click();
  await expect(sample.getByRole('button', { name: 'Copied' })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe((await sample.locator('pre').innerText()).trimEnd());
  expect(copied).toContain(`<form action="${baseURL}/api/forms/ENDPOINT_ID" method="POST">\n  <label>`);
});

test('the contents of a page stand beside it, and the bar hides no section', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 700 });
  await openPublicPage(page, '/docs/quick-start');
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Svelte' }).click();
  await expect(page).toHaveURL('/docs/quick-start#svelte');
  const heading = page.getByRole('heading', { name: 'Svelte' });
  await expect(heading).toBeInViewport();
  const bar = await page.getByRole('banner').boundingBox();
  const place = await heading.boundingBox();
  expect(place?.y ?? 0).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0));
});

test('tables and calls of the API have no accessibility violation', async ({ page }) => {
  await page.goto('/docs/limits');
  await expectAccessible(page);
  await openPublicPage(page, '/docs/api-reference');
  await expect(page.locator('#updateForm')).toHaveText('Change a form');
  await expectAccessible(page, 'article:has(> #updateForm)');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`samples and search results have no accessibility violation in ${colorScheme} colours`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await openPublicPage(page, '/docs/origins');
    await searchBox(page).fill('origin');
    await expect(page.getByRole('option').first()).toBeVisible();
    await expectAccessible(page);
  });
}

test('a program finds every page as Markdown by llms.txt and by the head of the page', async ({
  page,
  request,
  baseURL,
}) => {
  const list = await request.get('/llms.txt');
  expect(list.headers()['content-type']).toBe('text/plain; charset=utf-8');
  const text = await list.text();
  expect(text.startsWith('# Inlet\n\n> ')).toBe(true);
  const links = [...text.matchAll(/\]\((\S+\.md)\)/g)].map(([, link = '']) => new URL(link));
  expect(links.length).toBeGreaterThan(40);
  for (const { origin, pathname } of links) {
    const answer = await request.get(pathname);
    expect([pathname, answer.status(), answer.headers()['content-type']]).toEqual([
      pathname,
      200,
      'text/markdown; charset=utf-8',
    ]);
    expect(origin).toBe(new URL(baseURL ?? '').origin);
    expect(await answer.text()).toMatch(/^# .+\n\n> .+\n\n/);
  }
  await page.goto('/docs/limits');
  const alternate = page.locator('link[rel="alternate"][type="text/markdown"]');
  await expect(alternate).toHaveAttribute('href', /\/docs\/limits\.md$/);
});
