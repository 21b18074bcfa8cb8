import type { ClosingEntry } from '@inlet/contracts/form-closing';
import type { FormEntry } from '@inlet/contracts/form-directory';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { readRefusals } from '@inlet/redis/refusals';
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
  await ingest.close();
  await redis.close();
});

const dayMs = 86_400_000;
const closingOf = (part: Partial<ClosingEntry>): ClosingEntry => ({
  ...{ opensAtMs: null, closesAtMs: null, max: null, message: null },
  ...part,
});

async function addForm(closing: ClosingEntry, entry: Partial<FormEntry> = {}) {
  const id = crypto.randomUUID();
  return { id, endpointId: await ingest.addForm({ id, closing, ...entry }) };
}

async function send(endpointId: string, headers: Readonly<Record<string, string>> = {}, part = '') {
  const response = await fetch(`${ingest.url}/f/${endpointId}${part}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{"n":1}',
  });
  const text = await response.text();
  const body: unknown = text.startsWith('{') ? JSON.parse(text) : null;
  return { status: response.status, headers: response.headers, text, body };
}

describe('a form that takes nothing because of its times', () => {
  it.each([
    ['form_closed', closingOf({ closesAtMs: Date.now() }), 'This form takes no more submissions.'],
    ['not_open_yet', closingOf({ opensAtMs: Date.now() + dayMs }), 'This form takes no submissions yet.'],
    ['form_closed', closingOf({ closesAtMs: Date.now(), message: 'Sold out' }), 'Sold out'],
  ])('is refused with %s in the shapes that programs know', async (code, closing, error) => {
    const form = await addForm(closing);
    const refused = await send(form.endpointId, { origin: 'https://a.example' });
    expect([refused.status, refused.body]).toEqual([
      403,
      { success: false, error, code, errors: [{ code: 'INACTIVE', message: error }] },
    ]);
    expect(refused.headers.get('access-control-allow-origin')).toBe('https://a.example');
    await waitUntil(async () => (await readRefusals(ingest.redis, ingest.keys, form.id)).counts[code] === 1, {
      what: 'the refusal to be noted',
    });
  });

  it('shows the owner’s message as plain text to a visitor, with the way back to the website', async () => {
    const message = 'Sold <b>out</b> & over';
    const { endpointId } = await addForm(closingOf({ closesAtMs: Date.now(), message }));
    const browser = {
      ...{ accept: 'text/html', referer: 'https://a.example/camp' },
      'content-type': 'application/x-www-form-urlencoded',
    };
    const { status, text } = await send(endpointId, browser);
    expect([status, text]).toEqual([
      403,
      expect.stringContaining('<p dir="auto">Sold &lt;b&gt;out&lt;/b&gt; &amp; over</p>'),
    ]);
    expect(text).toMatch(/This form is closed<\/h1>[\s\S]*href="https:\/\/a.example\/camp">Back to the website/);
  });

  it('shows the same on its hosted page, without the form', async () => {
    const page = { title: 'Camp', introduction: null, button: null, thanks: null, accent: null };
    const { endpointId } = await addForm(closingOf({ closesAtMs: Date.now(), message: 'Sold out' }), { page });
    const { status, text } = await send(endpointId, { accept: 'text/html' }, '/page');
    expect(status).toBe(403);
    expect(text).toMatch(/Camp<\/h1>\s*<p><strong>This form is closed<\/strong><\/p><p dir="auto">Sold out<\/p>/);
    expect(text).not.toContain('<form');
  });

  it('is open between them', async () => {
    const now = Date.now();
    const { endpointId } = await addForm(closingOf({ opensAtMs: now - dayMs, closesAtMs: now + dayMs }));
    expect((await send(endpointId)).status).toBe(200);
  });
});
