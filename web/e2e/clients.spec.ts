import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Form } from '@inlet/contracts/forms';
import { expect, type Page } from '@playwright/test';
import { build } from 'vite';
import type { Website } from './samples/serve-pages.ts';
import { test } from './website.ts';

async function open(page: Page, website: Website, body: string): Promise<void> {
  website.pages.set('/', `<!doctype html><title>A website</title>${body}`);
  await page.goto(website.origin);
}

/** The host name of the product may differ from the form's address, which is the public one. */
const addresses = ({ endpointId }: Pick<Form, 'endpointId'>, baseURL = '') =>
  ['/f/', '/api/forms/'].map((prefix) => new URL(prefix + endpointId, baseURL).href);

const require = createRequire(import.meta.url);
/** The script that the documentation's snippet loads. */
const ajaxScript = () => readFileSync(require.resolve('@formspree/ajax/dist/global.js'), 'utf8');

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

test('Formspree’s script for pages works with another origin', async ({ page, inlet, watch, website, baseURL }) => {
  watch.expectStatus(422);
  const form = await inlet.createForm({ allowedOrigins: [website.origin] });
  website.pages.set('/ajax.js', ajaxScript());
  const config = JSON.stringify({ formElement: '#contact', formId: form.endpointId, origin: baseURL });
  await open(
    page,
    website,
    `<form id="contact">
      <p data-fs-success></p>
      <p data-fs-error></p>
      <label>Email <input type="email" name="email" data-fs-field></label>
      <label>Message <textarea name="message" data-fs-field></textarea></label>
      <p data-fs-error="message"></p>
      <label>CV <input type="file" name="cv"></label>
      <button data-fs-submit-btn>Send</button>
    </form>
    <script>
      window.formspree = window.formspree || function () { (formspree.q = formspree.q || []).push(arguments); };
      formspree('initForm', ${config});
    </script>
    <script src="/ajax.js" defer></script>`,
  );
  await page.getByLabel('Email').fill('ada@example.com');
  const message = page.getByLabel('Message');
  // Such a text only reaches a form in this way.
  await message.evaluate((element: HTMLTextAreaElement) => {
    element.value = 'a\0b';
  });
  const send = page.getByRole('button', { name: 'Send' });
  await send.click();
  await expect(page.locator('[data-fs-error="message"]')).toHaveText(
    'A field contains a control character that cannot be stored',
  );
  await expect(message).toHaveAttribute('aria-invalid', 'true');
  await message.fill('Hello');
  await page.getByLabel('CV').setInputFiles({ name: 'cv.txt', mimeType: 'text/plain', buffer: Buffer.from('My work') });
  await send.click();
  await expect(page.locator('[data-fs-success]')).toHaveText('Thank you!');
  await expect(message).toHaveValue('');
  await inlet.waitForTotal(form, 1);
});

/** The page's script, bundled as a website would do it. */
async function bundleReactForm(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: {
        entry: new URL('samples/formspree-react.ts', import.meta.url).pathname,
        formats: ['iife'],
        name: 'contact',
      },
    },
  });
  const [bundle] = Array.isArray(built) ? built : [];
  const code = bundle?.output[0].code;
  if (code === undefined) throw new Error('The bundle has no script');
  return code;
}

test('Formspree’s React hook shows the rules that fields break, each beside its field', async ({
  page,
  inlet,
  watch,
  website,
  baseURL,
}) => {
  watch.expectStatus(422);
  const form = await inlet.createForm({ allowedOrigins: [website.origin] });
  await inlet.saveRules(form, {
    mode: 'enforce',
    fields: [
      { name: 'email', type: 'email', required: true },
      { name: 'guests', type: 'number', max: 9, label: 'The number of guests' },
      { name: 'size', type: 'choice', options: ['S', 'M'] },
    ],
  });
  website.pages.set('/contact.js', await bundleReactForm());
  await open(
    page,
    website,
    `<body data-endpoint-id="${form.endpointId}" data-endpoint="${baseURL}"><script src="/contact.js"></script></body>`,
  );
  const send = page.getByRole('button', { name: 'Send' });
  await page.getByLabel('Guests').fill('twelve');
  await page.getByLabel('Size').fill('XL');
  await send.click();
  await expect(page.locator('#email-error')).toHaveText('Mail This field is required');
  await expect(page.locator('#guests-error')).toHaveText('Guests The number of guests must be a number');
  await expect(page.locator('#size-error')).toHaveText(/^Size .+/);
  await page.getByLabel('Mail').fill('ada@example.com');
  await page.getByLabel('Guests').fill('12');
  await page.getByLabel('Size').fill('M');
  await send.click();
  await expect(page.locator('#guests-error')).toHaveText('Guests The number of guests must be 9 or less');
  await expect(page.locator('#email-error')).toHaveCount(0);
  await page.getByLabel('Guests').fill('2');
  await send.click();
  await expect(page.getByText('Thanks!')).toBeVisible();
  await inlet.waitForTotal(form, 1);
});

test('Formspree’s script for pages says why a form is refused', async ({ page, inlet, watch, website, baseURL }) => {
  watch.expectStatus(403);
  const form = await inlet.createForm();
  website.pages.set('/ajax.js', ajaxScript());
  const config = JSON.stringify({ formElement: 'form', formId: form.endpointId, origin: baseURL });
  await open(
    page,
    website,
    `<p data-fs-error></p><form><input name="email"><button>Send</button></form><script src="/ajax.js"></script>
    <script>formspree('initForm', ${config})</script>`,
  );
  await page.getByRole('button').click();
  await expect(page.locator('[data-fs-error]')).toHaveText('Origin not allowed');
});
