import type { SubmitSuccess } from '@inlet/contracts/submit-answers';
import { createTestRedis, type TestRedis } from '@inlet/testing/test-redis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestIngest, type TestIngest } from '#ingest.test-setup.ts';

let redis: TestRedis;
let ingest: TestIngest;

beforeAll(async () => {
  redis = await createTestRedis();
  ingest = await startTestIngest({ redis });
});
afterAll(async () => {
  await ingest?.close();
  await redis?.close();
});

const origin = 'https://shop.example';
const none = { message: null, redirect: null, name: null, logo: null, color: null };
const look = { name: 'Ada’s <b>Shop</b>', logo: 'https://cdn.shop.example/logo.png?a="1"&b', color: '#ffe600' };
const fontUrl = 'https://inlet.example/fonts/inter-latin.woff2';

const addForm = (afterSending?: Partial<typeof none> | Record<string, string>) =>
  ingest.addForm({ allowedOrigins: [origin], ...(afterSending && { afterSending: { ...none, ...afterSending } }) });

/** Sends a form like a browser without JavaScript. */
function send(endpointId: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  return fetch(`${ingest.url}/f/${endpointId}`, {
    method: 'POST',
    headers: { accept: 'text/html', origin, ...headers },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
}

async function sendJson(endpointId: string, fields: Record<string, string>): Promise<SubmitSuccess> {
  const headers = { 'content-type': 'application/json', origin };
  const body = JSON.stringify(fields);
  const response = await fetch(`${ingest.url}/f/${endpointId}`, { method: 'POST', headers, body });
  return (await response.json()) as SubmitSuccess;
}

const policyOf = (response: Response) => response.headers.get('content-security-policy')?.split('; ');

describe('after sending', () => {
  it('the defaults apply if the owner has chosen nothing, and in an entry of the previous release', async () => {
    const response = await send(await addForm(), { a: '1' });
    const page = await response.text();
    expect(page).toContain('<p>Form submitted successfully</p>');
    expect(page).toContain('<svg');
    expect(page).not.toMatch(/<img|class="owner"/);
    expect(page.match(/url\([^)]*\)/g)).toEqual([`url("${fontUrl}")`]);
    expect(policyOf(response)).toEqual([
      "default-src 'none'",
      "style-src 'unsafe-inline'",
      `font-src ${fontUrl}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]);
  });

  it('the page has the text, name, logo and color of the owner, as text', async () => {
    const endpointId = await addForm({ ...look, message: 'Thank you.\n<script>alert(1)</script>' });
    const response = await send(endpointId, { a: '1' }, { referer: `${origin}/contact` });
    expect(response.status).toBe(200);
    const page = await response.text();
    expect(page).toContain('<p>Thank you.\n&lt;script&gt;alert(1)&lt;/script&gt;</p>');
    expect(page).toContain(
      '<p class="owner"><img src="https://cdn.shop.example/logo.png?a=%221%22&amp;b" alt=""><span>Ada’s &lt;b&gt;Shop&lt;/b&gt;</span></p>',
    );
    expect(page).toContain('--accent: #ffe600; --on-accent: #000000;');
    expect(page).toContain(`<a class="button" href="${origin}/contact">Back to the website</a>`);
    expect(page).not.toMatch(/<svg|<script/);
    expect(policyOf(response)).toContain('img-src https://cdn.shop.example');
  });

  it('a page of a refusal looks the same', async () => {
    const endpointId = await addForm({ ...look, message: 'Thanks' });
    for (const [status, response] of [
      [400, await send(endpointId, {})],
      [403, await send(endpointId, { a: '1' }, { origin: 'https://evil.example' })],
    ] as const) {
      expect(response.status).toBe(status);
      const page = await response.text();
      expect(page).toContain('<h1>We couldn’t send your message</h1>');
      expect(page).toContain('Ada’s &lt;b&gt;Shop&lt;/b&gt;</span>');
      expect(page).toContain('--accent: #ffe600;');
      expect(page).not.toContain('Thanks');
      expect(policyOf(response)).toContain('img-src https://cdn.shop.example');
    }
  });

  it('a form that is off shows its owner’s look', async () => {
    const endpointId = await ingest.addForm({ isActive: false, afterSending: { ...none, name: 'Ada' } });
    expect(await (await send(endpointId, { a: '1' })).text()).toContain('<p class="owner"><span>Ada</span></p>');
  });

  it('the visitor goes to the redirect of the form, on any website', async () => {
    const endpointId = await addForm({ redirect: 'https://thanks.example/?a=1', message: 'Hello' });
    const response = await send(endpointId, { a: '1' });
    expect([response.status, response.headers.get('location')]).toEqual([303, 'https://thanks.example/?a=1']);
    expect(await sendJson(endpointId, { a: '1' })).toMatchObject({
      message: 'Hello',
      next: 'https://thanks.example/?a=1',
    });
  });

  it('a hidden field wins over the setting, unless it leads to a strange website', async () => {
    const endpointId = await addForm({ redirect: 'https://thanks.example/', message: 'Of the form' });
    const hidden = { a: '1', _redirect: `${origin}/done`, _success_message: 'Of the page' };
    expect((await send(endpointId, hidden)).headers.get('location')).toBe(`${origin}/done`);
    expect(await sendJson(endpointId, hidden)).toMatchObject({ message: 'Of the page', next: `${origin}/done` });
    const strange = await send(endpointId, { a: '1', _redirect: 'https://evil.example/' });
    expect(strange.headers.get('location')).toBe('https://thanks.example/');
    const worded = await addForm({ message: 'Of the form' });
    expect(await (await send(worded, { a: '1', _success_message: 'Of the page' })).text()).toContain('Of the page');
  });

  it('the page that a JSON answer names has the text and the look', async () => {
    const endpointId = await addForm({ name: 'Ada', message: 'Of the form' });
    const { next } = await sendJson(endpointId, { a: '1' });
    const response = await fetch(`${ingest.url}${new URL(next).pathname}`);
    const page = await response.text();
    expect(page).toContain('<span>Ada</span>');
    expect(page).toContain('<p>Of the form</p>');
    const unknown = await fetch(`${ingest.url}/f/zzzzzzzzzzzz/thanks`);
    expect([unknown.status, await unknown.text()]).toEqual([
      200,
      expect.stringContaining('Form submitted successfully'),
    ]);
  });

  it.each([
    ['an image that is a script', { logo: 'javascript:alert(1)' }],
    ['an image without TLS', { logo: 'http://a.example/l.png' }],
    ['an image whose host begins another rule', { logo: 'https://a;sandbox/l.png' }],
    ['an image of every host', { logo: 'https://*/l.png' }],
    ['a color that ends the style', { color: '#fff}</style><script>' }],
  ])('a page leaves out %s, wherever it came from', async (_what, hostile) => {
    const response = await send(await addForm(hostile), { a: '1' });
    expect(response.status).toBe(200);
    expect(await response.text()).not.toMatch(/<img|<script|--on-accent: #000000/);
    expect(response.headers.get('content-security-policy')).not.toMatch(/img-src|sandbox/);
  });
});
