import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { expectAccessible, expectNoSidewaysScroll } from './pages.ts';

const pages = [
  { path: '/', heading: 'Every message from your website’s forms, delivered' },
  { path: '/pricing', heading: 'Simple pricing' },
  { path: '/terms', heading: 'Terms of service' },
  { path: '/privacy', heading: 'Privacy policy' },
  { path: '/dpa', heading: 'Data processing agreement' },
] as const;

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme });

    for (const { path, heading } of pages) {
      test(`${path} has no accessibility violation`, async ({ page }) => {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
        for (const question of await page.locator('summary').all()) await question.click();
        await expectAccessible(page);
      });
    }

    test('the page for an address that is none has no accessibility violation', async ({ page, watch }) => {
      watch.expectStatus(404);
      await page.goto('/docs/no-such-page');
      await expectAccessible(page);
    });
  });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('every public page reads whole and leads on', async ({ page }) => {
    for (const { path, heading } of pages) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: 'Terms' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of service');
    }
    await page.goto('/');
    await expect(page.getByLabel('The form in HTML')).toContainText('<textarea name="message">');
    await page.getByText('Can I get my data out?').click();
    await expect(page.getByText('At any time and as a whole')).toBeVisible();
    await page.goto('/pricing');
    await expect(page.getByText('Without JavaScript the price cannot be shown here.')).toBeVisible();
    await expect(page.getByText('20 forms')).toBeVisible();
  });
});

test.describe('on a screen of 320 pixels', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('no public page scrolls sideways', async ({ page }) => {
    for (const { path } of pages) {
      await page.goto(path);
      await expectNoSidewaysScroll(page);
    }
  });
});

test('an address below a public page, or with the ending of a file, is a page with the status 404', async ({
  page,
  watch,
}) => {
  watch.expectStatus(404);
  for (const path of ['/docs/no-such-page', '/pricing/more', '/wp-login.php']) {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
  }
  await page.getByRole('link', { name: 'Go to the start' }).click();
  await expect(page).toHaveURL('/');
});

test('every page describes itself to search engines and link previews', async ({ page, baseURL }) => {
  for (const { path } of pages) {
    await page.goto(path);
    const address = new URL(path, baseURL).href;
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', address);
    await expect(page.locator('meta[property="og:url"]')).toHaveAttribute('content', address);
    const picture = await page.locator('meta[property="og:image"]').getAttribute('content');
    const answer = await page.request.get(picture ?? '');
    expect(answer.headers()['content-type']).toBe('image/png');
  }
  const sitemap = await (await page.request.get('/sitemap.xml')).text();
  for (const { path } of pages) expect(sitemap).toContain(`<loc>${new URL(path, baseURL).href}</loc>`);
});
