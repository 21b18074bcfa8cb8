import { type Browser, expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { expectGoodInBothThemes, signIn } from './pages.ts';
import { serveWebsite, type Website } from './samples/serve-pages.ts';

const logoUrl = 'https://cdn.shop.example/logo.svg';
const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="32"><rect width="96" height="32" fill="#d24"/></svg>';

test('the owner words and paints the pages after sending, and a visitor without JavaScript sees them', async ({
  page,
  browser,
  inlet,
  watch,
}) => {
  test.slow();
  watch.expectRequestsTo('https://cdn.shop.example');
  await serveLogo(page);
  const shop = await serveWebsite();
  const form = await inlet.createForm({ allowedOrigins: [new URL(shop.origin).host] });
  await signIn(page, `/forms/${form.id}/settings`);
  await page.getByRole('link', { name: 'After sending' }).click();
  await expect(page).toHaveTitle(`After sending of ${form.name} · Inlet`);
  await expect(page.getByText('Visitors see this after they send the form.')).toBeVisible();
  const thanks = page.frameLocator('iframe[title="Thank-you page"]');
  const refused = page.frameLocator('iframe[title="Error page"]');
  await expect(thanks.getByText('Form submitted successfully')).toBeVisible();
  await expect(refused.getByRole('heading', { name: 'Please try again' })).toBeVisible();

  await page.getByLabel('Thank-you text').fill('Thank you!\nWe write back <b>soon</b>.');
  await expect(thanks.getByText('We write back <b>soon</b>.')).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill('Ada’s Shop');
  await page.getByLabel('Color', { exact: true }).fill('yellow');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByLabel('Color', { exact: true })).toHaveAccessibleDescription(/written as #0b6670/);
  await page.getByLabel('Color', { exact: true }).fill('#ffe600');
  await page.getByLabel('Logo').fill(logoUrl);
  for (const frame of [thanks, refused]) {
    await expect(frame.getByText('Ada’s Shop')).toBeVisible();
    await expect(frame.locator('a.button')).toHaveCSS('background-color', 'rgb(255, 230, 0)');
    await expect(frame.locator('a.button')).toHaveCSS('color', 'rgb(0, 0, 0)');
    await expect.poll(() => frame.locator('img').evaluate(width)).toBe(96);
    await expect.poll(() => frame.locator('body').evaluate(hasTypeface)).toBe(true);
  }
  await thanks.locator('a.button').click();
  await expect(thanks.getByText('Ada’s Shop')).toBeVisible();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Saved');
  await page.reload();
  await expect(page.getByLabel('Thank-you text')).toHaveValue('Thank you!\nWe write back <b>soon</b>.');
  await expect(thanks.locator('img')).toBeVisible();
  await expectGoodInBothThemes(page);

  const visitor = await openShop(browser, shop, form.endpointUrl);
  await visitor.getByRole('button', { name: 'Send empty' }).click();
  await expect(visitor.getByRole('heading', { name: 'We couldn’t send your message' })).toBeVisible();
  await expect(visitor.getByText('Ada’s Shop')).toBeVisible();
  await visitor.getByRole('link', { name: 'Back to the form' }).click();
  await visitor.getByRole('button', { name: 'Send hello' }).click();
  await expect(visitor.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await expect(visitor.getByText('We write back <b>soon</b>.')).toHaveCSS('white-space', /pre-line|preserve/);
  await expect(visitor.getByText('Ada’s Shop')).toBeVisible();
  await expect(visitor.locator('a.button')).toHaveCSS('background-color', 'rgb(255, 230, 0)');
  await expect.poll(() => visitor.locator('img').evaluate(width)).toBe(96);
  await expect.poll(() => visitor.locator('body').evaluate(hasTypeface)).toBe(true);
  await visitor.context().close();

  await page.getByLabel('Redirect address').fill(`${shop.origin}/done`);
  await expect(page.getByText(/do not see this page while there is a redirect/)).toBeVisible();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Saved');
  const again = await openShop(browser, shop, form.endpointUrl);
  await again.getByRole('button', { name: 'Send hello' }).click();
  await expect(again).toHaveURL(`${shop.origin}/done`);
  await again.context().close();
  await shop.close();
});

const width = (image: SVGElement | HTMLElement) => (image as HTMLImageElement).naturalWidth;
const hasTypeface = () => [...document.fonts].some(({ family, status }) => /Inter/.test(family) && status === 'loaded');

const serveLogo = (page: Page) =>
  page.context().route(logoUrl, (route) => route.fulfill({ contentType: 'image/svg+xml', body: logo }));

/** The owner's website, in a browser that runs no scripts. */
async function openShop(browser: Browser, { origin, pages }: Website, endpointUrl: string): Promise<Page> {
  const body = `<form action="${endpointUrl}" method="POST"><button>Send empty</button></form>
    <form action="${endpointUrl}" method="POST"><button name="message" value="hello">Send hello</button></form>`;
  for (const path of ['/', '/contact', '/done']) pages.set(path, body);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const visitor = await context.newPage();
  await serveLogo(visitor);
  await visitor.goto(`${origin}/contact`);
  return visitor;
}
