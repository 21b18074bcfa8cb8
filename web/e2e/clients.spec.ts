import type { Form } from '@inlet/contracts/forms';
import { expect, type Page } from '@playwright/test';
import { test as base } from './fixtures.ts';
import { serveWebsite, type Website } from './samples/serve-pages.ts';

const test = base.extend<{ readonly website: Website }>({
  website: async ({ watch, baseURL }, use) => {
    const website = await serveWebsite();
    // The product and the website have other ports, and so other origins.
    expect(website.origin).not.toBe(baseURL);
    watch.expectRequestsTo(website.origin);
    await use(website);
    await website.close();
  },
});

async function open(page: Page, website: Website, body: string): Promise<void> {
  website.pages.set('/', `<!doctype html><title>A website</title>${body}`);
  await page.goto(website.origin);
}

/** The product's address may have another name than the form's, which is its public one. */
const addresses = ({ endpointId }: Pick<Form, 'endpointId'>, baseURL = '') =>
  ['/f/', '/api/forms/'].map((prefix) => new URL(prefix + endpointId, baseURL).href);

test('a beacon with JSON is stored', async ({ page, inlet, website, baseURL }) => {
  const form = await inlet.createForm({ allowedOrigins: [website.origin] });
  await open(page, website, '');
  for (const [index, address] of addresses(form, baseURL).entries()) {
    const isSent = await page.evaluate((url) => {
      const body = new Blob([JSON.stringify({ event: 'left', path: '/pricing' })], { type: 'application/json' });
      return navigator.sendBeacon(url, body);
    }, address);
    expect(isSent).toBe(true);
    await inlet.waitForTotal(form, index + 1);
  }
});

test('a script may send its cookies along, and reads the answer', async ({ page, inlet, watch, website, baseURL }) => {
  watch.expectStatus(403);
  watch.expectStatus(422);
  const form = await inlet.createForm({ allowedOrigins: [website.origin] });
  const closed = await inlet.createForm();
  await open(page, website, '');
  const send = (address: string, body: object) =>
    page.evaluate(
      async ([url, json]) => {
        const headers = { 'content-type': 'application/json', 'idempotency-key': json, 'x-of-the-website': '1' };
        const answer = await fetch(url, { method: 'POST', credentials: 'include', headers, body: json });
        return { status: answer.status, ...(await answer.json()) };
      },
      [address, JSON.stringify(body)] as const,
    );
  for (const [index, address] of addresses(form, baseURL).entries()) {
    expect(await send(address, { email: 'ada@example.com', index })).toMatchObject({ status: 200, success: true });
    expect(await send(address, { email: 'a\0', index })).toMatchObject({ status: 422, code: 'invalid_fields' });
  }
  const [refusing = ''] = addresses(closed, baseURL);
  expect(await send(refusing, { a: 1 })).toMatchObject({ status: 403, code: 'origin_not_allowed' });
  await inlet.waitForTotal(form, 2);
});
