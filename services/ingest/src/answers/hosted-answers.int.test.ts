import type { FieldRule } from '@inlet/contracts/field-rule';
import { describe, expect, it } from 'vitest';
import { startTestIngest } from '#ingest.test-setup.ts';
import { ingest, queuedOf, redis, setUpIngestWithFiles } from '#uploads/ingest-with-files.test-setup.ts';

setUpIngestWithFiles();

/** The address of the installation in these tests. */
const own = 'https://inlet.example';
const allowedOrigins = ['https://shop.example'];
const page = { title: 'Write <to> us', introduction: null, button: null, thanks: 'Thanks <you>!', accent: '#ffe600' };
const fields: FieldRule[] = [
  { name: 'email', type: 'email', label: 'Your email', required: true },
  { name: 'about', type: 'choice', options: ['Sales', 'Help'], multiple: true },
  { name: 'message', type: 'text', rows: 4, maxLength: 20 },
  { name: 'cv', type: 'file', maxBytes: 10 },
];
const rules = { version: 1, mode: 'enforce', unknown: 'refuse', fields } as const;

async function addForm(more: object = {}) {
  const id = crypto.randomUUID();
  return { id, endpointId: await ingest.addForm({ id, allowedOrigins, files: { types: [] }, rules, page, ...more }) };
}

const send = (
  endpointId: string,
  body: URLSearchParams | FormData,
  { part = '/page', ...headers }: Record<string, string> = {},
) =>
  fetch(`${ingest.url}/f/${endpointId}${part}`, {
    method: 'POST',
    headers: withoutEmpty({ accept: 'text/html', origin: own, ...headers }),
    body,
    redirect: 'manual',
  });
const withoutEmpty = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
const filled = (values: readonly (readonly [string, string])[]) => new URLSearchParams(values.map(([...pair]) => pair));
const good = () =>
  filled([
    ['email', 'ada@example.com'],
    ['_gotcha', ''],
  ]);

describe('what a hosted page sends', () => {
  it('is stored as from the installation, whichever websites the form allows, and thanked for', async () => {
    const form = await addForm();
    const response = await send(form.endpointId, good());
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(text).toContain('Thanks &lt;you&gt;!');
    expect(text).toContain(`href="${own}/s/${form.endpointId}"`);
    expect(text).toContain('--accent: #ffe600');
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'self' https://shop.example");
    expect(await queuedOf(form.id)).toMatchObject([{ origin: own }]);
  });

  it.each([
    ['another website', { origin: 'https://evil.example' }, 403],
    ['a website that hides its origin', { origin: 'null' }, 403],
    ['a website whose visitor hides it', { origin: '', 'sec-fetch-site': 'cross-site' }, 403],
    ['a website that its referrer names', { origin: '', referer: 'https://evil.example/form' }, 403],
    ['the page, in a browser that names it by its referrer', { origin: '', referer: `${own}/s/contact` }, 200],
    ['the page, whose visitor hides it', { origin: '', 'sec-fetch-site': 'same-origin' }, 200],
    ['a program', { origin: '' }, 200],
  ])('comes from the page, and not from another website: %s', async (_from, headers, status) => {
    const form = await addForm();
    const response = await send(form.endpointId, good(), headers);
    expect(response.status).toBe(status);
    expect(await queuedOf(form.id)).toMatchObject(status === 200 ? [{ origin: own }] : []);
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'self' https://shop.example");
  });

  it.each([
    ['whose form is unknown', async () => '000000000000', 404],
    ['whose address is no part of a policy', async () => 'a;script-src', 404],
    ['whose form is off', async () => (await addForm({ isActive: false })).endpointId, 404],
    ['whose page is off', async () => (await addForm({ page: undefined })).endpointId, 404],
  ])('is refused on a page that a frame shows: a page %s', async (_what, form, status) => {
    const endpointId = await form();
    const response = await send(endpointId, good());
    const text = await response.text();
    expect([response.status, response.headers.get('content-security-policy')]).toEqual([
      status,
      expect.stringMatching(/; form-action 'none'; frame-ancestors \*$/),
    ]);
    expect(text).toContain('<h1>We couldn’t send your message</h1>');
    expect(text).toContain(`href="${own}/s/${endpointId}"`);
    expect(text).not.toContain('<form');
  });

  it('is refused on a page that a frame shows, and that has no form: too many of them', async () => {
    const hasty = await startTestIngest({ redis, replace: () => ({ rateLimit: { take: () => 7 } }) });
    const { endpointId } = await addForm();
    const response = await fetch(`${hasty.url}/f/${endpointId}/page`, {
      method: 'POST',
      headers: { accept: 'text/html', origin: own },
      body: good(),
    }).finally(hasty.close);
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7']);
    expect(response.headers.get('content-security-policy')).toMatch(/frame-ancestors \*$/);
    expect(await response.text()).toContain('Please wait a moment');
  });

  it('may also go to the endpoint itself, but only while there is a page', async () => {
    const [shown, off] = [await addForm(), await addForm({ page: undefined })];
    expect((await send(shown.endpointId, good(), { part: '' })).status).toBe(200);
    expect((await send(off.endpointId, good(), { part: '' })).status).toBe(403);
    expect((await send(off.endpointId, good())).status).toBe(404);
  });

  it('comes back with its faults at the fields, and with everything that was typed', async () => {
    const form = await addForm();
    const typed = filled([
      ['email', '"><b>nobody'],
      ['about', 'Help'],
      ['message', '\n</textarea> a long text that is not allowed'],
    ]);
    const response = await send(form.endpointId, typed);
    const text = await response.text();
    expect(response.status).toBe(422);
    expect(text).toContain('value="&quot;&gt;&lt;b&gt;nobody"');
    expect(text).toMatch(/value="Help" checked/);
    expect(text).not.toMatch(/value="Sales" checked/);
    expect(text).toContain('>\n\n&lt;/textarea&gt; a long text');
    expect(text).toMatch(/aria-describedby="field-0-fault" aria-invalid="true"/);
    expect(text).toContain('<a href="#field-0">Your email must be an email address</a>');
    expect(text).toContain('choose your files again');
    expect(response.headers.get('referrer-policy')).toBe('same-origin');
    expect(await queuedOf(form.id)).toEqual([]);
  });

  it('comes back with a field that the form does not have', async () => {
    const { endpointId } = await addForm();
    const text = await (
      await send(
        endpointId,
        filled([
          ['email', 'a@b.example'],
          ['<i>', '1'],
        ]),
      )
    ).text();
    expect(text).toMatch(/The form has no field &quot;&lt;i&gt;&quot;/);
  });

  it('may have files, and comes back where one breaks a rule', async () => {
    const form = await addForm();
    const withFile = (content: string) => {
      const data = new FormData();
      data.set('email', 'ada@example.com');
      data.set('cv', new File([content], 'cv.txt', { type: 'text/plain' }));
      return data;
    };
    const refused = await send(form.endpointId, withFile('more than ten bytes'));
    expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('value="ada@example.com"')]);
    expect((await send(form.endpointId, withFile('short'))).status).toBe(200);
    expect(await queuedOf(form.id)).toHaveLength(1);
  });

  it('is kept in the page when the month is full', async () => {
    const { endpointId } = await addForm({ submissionLimit: 0 });
    const response = await send(endpointId, good());
    const text = await response.text();
    expect(response.status).toBe(429);
    expect(text).toContain('value="ada@example.com"');
    expect(text).toContain('not accepting messages at the moment');
  });

  it('never leads away, and gives programs JSON', async () => {
    const afterSending = {
      message: null,
      redirect: 'https://shop.example/thanks',
      name: null,
      logo: null,
      color: null,
    };
    const { endpointId } = await addForm({ afterSending });
    expect((await send(endpointId, good())).status).toBe(200);
    const json = await send(endpointId, good(), { accept: 'application/json' });
    expect(await json.json()).toMatchObject({ success: true });
  });

  it('leads back to the page when its address is opened', async () => {
    const { endpointId } = await addForm();
    const response = await fetch(`${ingest.url}/f/${endpointId}/page`, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([303, `${own}/s/${endpointId}`]);
  });
});
