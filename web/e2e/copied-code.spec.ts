import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { test as base } from './fixtures.ts';
import { signIn } from './pages.ts';
import { reactPage } from './samples/component-pages.ts';
import { serveWebsite, type Website } from './samples/serve-pages.ts';

/** A website of another origin than the product. */
const test = base.extend<{ readonly website: Website }>({
  website: async ({ watch, baseURL }, use) => {
    const website = await serveWebsite();
    expect(website.origin).not.toBe(baseURL);
    watch.expectRequestsTo(website.origin);
    await use(website);
    await website.close();
  },
});

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Message').fill('Hello');
}

async function open(page: Page, website: Website, { html, script = '' }: { html: string; script?: string }) {
  website.pages.set('/', `<!doctype html><title>A website</title>${html}`);
  website.pages.set('/sample.js', script);
  await page.goto(website.origin);
}

test('the code of the setup runs as it was copied, on a website of another origin', async ({
  page,
  context,
  inlet,
  website,
}) => {
  const form = await inlet.createForm({ allowedOrigins: [website.origin] });
  await signIn(page, `/forms/${form.id}/setup`);
  const codeOf = async (kind: string) => {
    await page.getByRole('tab', { name: kind, exact: true }).click();
    return page.getByRole('region', { name: `${kind} code` }).innerText();
  };
  const site = await context.newPage();

  // The browser compares the script with the hash, and runs no other.
  await open(site, website, { html: await codeOf('Script tag') });
  await fillIn(site);
  await site.getByRole('button', { name: 'Send' }).click();
  await expect(site.getByRole('status')).toHaveText('Form submitted successfully');
  await expect(site.getByLabel('Name')).toHaveValue('');
  expect(site.url()).toBe(`${website.origin}/`);
  await inlet.waitForTotal(form, 1);

  await open(site, website, { html: await codeOf('HTML') });
  await fillIn(site);
  await site.getByRole('button', { name: 'Send' }).click();
  await expect(site.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await inlet.waitForTotal(form, 2);

  const component = await codeOf('React');
  for (const [index, react] of ([18, 19] as const).entries()) {
    await open(site, website, await reactPage(component, react));
    await fillIn(site);
    await site.getByRole('button', { name: 'Send' }).click();
    await expect(site.getByRole('status')).toHaveText('Form submitted successfully');
    await inlet.waitForTotal(form, 3 + index);
  }
});

const readme = resolve(import.meta.dirname, '../../libs/react/README.md');
const fence = /^```tsx run="react"\n([\s\S]*?)^```$/gm;

test('the examples of @inlet/react send, and a visitor who is offline loses nothing', async ({
  page,
  context,
  inlet,
  watch,
  website,
}) => {
  const form = await inlet.createForm({ allowedOrigins: [website.origin] });
  const text = (await readFile(readme, 'utf8')).replaceAll(
    'https://inlet.example/api/forms/ENDPOINT_ID',
    form.endpointUrl,
  );
  const [contact = '', feedback = ''] = [...text.matchAll(fence)].map(([, code = '']) => code);
  const status = page.getByRole('status');

  await open(page, website, await reactPage(feedback, 18));
  await page.getByRole('button', { name: 'Send five stars' }).click();
  await expect(status).toHaveText('Form submitted successfully');
  await inlet.waitForTotal(form, 1);

  await inlet.saveRules(form, { mode: 'enforce', fields: [{ name: 'message', type: 'text', minLength: 5 }] });
  await open(page, website, await reactPage(contact, 19));
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Message').fill('Hi');
  watch.expectStatus(422);
  await page.getByRole('button').click();
  await expect(status).not.toHaveText(/^$|Sending/);
  await page.getByLabel('Message').fill('Hello');
  watch.expectNetworkFailure();
  await context.setOffline(true);
  await page.getByRole('button').click();
  await expect(status).toHaveText('Saved. It will be sent when you are online again.');
  await expect(page.getByLabel('Message')).toHaveValue('');
  await context.setOffline(false);
  await expect(status).toHaveText('Form submitted successfully');
  await inlet.waitForTotal(form, 2);
});
