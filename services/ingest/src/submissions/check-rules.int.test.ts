import type { FieldRule } from '@inlet/contracts/field-rule';
import type { FormEntry } from '@inlet/contracts/form-directory';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { readRefusals } from '@inlet/redis/refusals';
import { describe, expect, it } from 'vitest';
import { ingest, queuedOf, setUpIngestWithFiles } from '#uploads/ingest-with-files.test-setup.ts';

setUpIngestWithFiles();

const fields: FieldRule[] = [
  { name: 'email', type: 'email', label: 'Email <address>', required: true },
  { name: 'guests', type: 'number', min: 1, max: 9 },
  { name: 'cv', type: 'file', accept: ['application/pdf'], maxBytes: 1_000 },
];
type EntryRules = NonNullable<FormEntry['rules']>;
const rulesOf = (more: Partial<EntryRules> = {}): EntryRules => ({
  ...{ version: 7, mode: 'enforce', unknown: 'keep', fields },
  ...more,
});

async function addForm(more: Partial<EntryRules> = {}) {
  const id = crypto.randomUUID();
  return { id, endpointId: await ingest.addForm({ id, files: { types: [] }, rules: rulesOf(more) }) };
}

async function send(
  endpointId: string,
  body: object | URLSearchParams | FormData,
  headers: Record<string, string> = {},
) {
  const isForm = body instanceof URLSearchParams || body instanceof FormData;
  const response = await fetch(`${ingest.url}/f/${endpointId}`, {
    method: 'POST',
    headers: { ...(!isForm && { 'content-type': 'application/json' }), ...headers },
    body: isForm ? body : JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}
const errorsOf = ({ text }: { text: string }) => JSON.parse(text).errors;

function multipart(values: Readonly<Record<string, string | File>>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(values)) data.append(name, value);
  return data;
}

describe('a form that enforces its rules', () => {
  it.each([
    ['JSON', { email: 'ada', guests: '12' }],
    ['an urlencoded form', new URLSearchParams({ email: 'ada', guests: '12' })],
    ['a multipart form', multipart({ email: 'ada', guests: '12' })],
  ])('refuses %s with the code of each field, and stores nothing', async (_what, body) => {
    const form = await addForm();
    const answer = await send(form.endpointId, body);
    expect(answer.status).toBe(422);
    expect(JSON.parse(answer.text)).toEqual({
      success: false,
      error: '2 fields are not filled in as the form asks',
      code: 'invalid_fields',
      errors: [
        { field: 'email', code: 'TYPE_EMAIL', message: 'Email <address> must be an email address' },
        { field: 'guests', code: 'RANGE', message: 'This field must be 9 or less' },
      ],
    });
    expect(await queuedOf(form.id)).toEqual([]);
  });

  it.each([
    ['JSON', { email: 'ada@example.com', guests: 2, more: 'x' }],
    ['an urlencoded form, whose numbers are text', new URLSearchParams({ email: 'ada@example.com', guests: '2' })],
    ['a multipart form', multipart({ email: 'ada@example.com', guests: '2' })],
  ])('takes %s that keeps them, and notes their version', async (_what, body) => {
    const form = await addForm();
    expect((await send(form.endpointId, body)).status).toBe(200);
    expect(await queuedOf(form.id)).toMatchObject([{ rulesVersion: 7, ruleErrors: undefined }]);
  });

  it('judges files by type and size, and keeps none of a refused submission', async () => {
    const form = await addForm();
    const pdf = (size: number) => new File([`%PDF-1.7 ${'x'.repeat(size)}`], 'cv.pdf', { type: 'application/pdf' });
    const ada = { email: 'ada@example.com' };
    const text = new File(['plain'], 'cv.txt', { type: 'text/plain' });
    expect(errorsOf(await send(form.endpointId, multipart({ ...ada, cv: text })))).toMatchObject([
      { code: 'FILE_TYPE' },
    ]);
    expect(errorsOf(await send(form.endpointId, multipart({ ...ada, cv: pdf(2_000) })))).toMatchObject([
      { code: 'FILE_SIZE' },
    ]);
    expect(await queuedOf(form.id)).toEqual([]);
    expect((await send(form.endpointId, multipart({ ...ada, cv: pdf(10) }))).status).toBe(200);
    expect(await queuedOf(form.id)).toMatchObject([{ upload: { files: [{ field: 'cv' }] } }]);
  });

  it('asks for no file while it takes none, which would refuse everything', async () => {
    const rules = rulesOf({ fields: [{ name: 'cv', type: 'file', label: 'CV', required: true }] });
    const [taking, without] = [await ingest.addForm({ files: { types: [] }, rules }), await ingest.addForm({ rules })];
    expect((await send(taking, { name: 'Ada' })).status).toBe(422);
    expect((await send(without, { name: 'Ada' })).status).toBe(200);
  });

  it('refuses fields without a rule if it is told so, but no option for Inlet', async () => {
    const form = await addForm({ unknown: 'refuse' });
    const ada = { email: 'ada@example.com', _subject: 'Hi', 'g-recaptcha-response': 'x' };
    expect((await send(form.endpointId, ada)).status).toBe(200);
    expect(errorsOf(await send(form.endpointId, { ...ada, utm: 'x' }))).toEqual([
      { field: 'utm', code: 'UNKNOWN_FIELD', message: 'The form has no field "utm"' },
    ]);
  });

  it('thanks a robot that fills the honeypot, and does not tell it the rules', async () => {
    const form = await addForm();
    expect((await send(form.endpointId, { email: 'x', _gotcha: 'x' })).status).toBe(200);
    expect(await queuedOf(form.id)).toMatchObject([{ isSpam: true, rulesVersion: undefined, ruleErrors: undefined }]);
  });

  it('shows a browser the faults with their labels and a way back, as text', async () => {
    const form = await addForm({ unknown: 'refuse' });
    const referer = 'https://example.com/contact';
    const body = new URLSearchParams({ '<img src=x onerror=alert(1)>': 'x', guests: 'many' });
    const { status, text } = await send(form.endpointId, body, { accept: 'text/html', referer });
    expect(status).toBe(422);
    expect(text).toContain('<li>Email &lt;address&gt; is required</li>');
    expect(text).toContain('<li>guests: This field must be a number</li>');
    expect(text).toContain('<li>&lt;img src=x onerror=alert(1)&gt;: The form has no field');
    expect(text).not.toContain('<img');
    expect(text).toContain(`<a class="button" href="${referer}">`);
    const one = await send(form.endpointId, new URLSearchParams({ email: 'ada' }), { accept: 'text/html', referer });
    expect(one.text).toContain('<p>Email &lt;address&gt; must be an email address</p>');
  });

  it('notes the refusal for its owner', async () => {
    const form = await addForm();
    await send(form.endpointId, { email: 'ada' });
    const counts = () => readRefusals(ingest.redis, ingest.keys, form.id);
    await waitUntil(async () => (await counts()).counts.invalid_fields === 1, { what: 'the refusal to be counted' });
  });

  it('follows a change of its rules', async () => {
    const form = await addForm();
    expect((await send(form.endpointId, { email: 'ada' })).status).toBe(422);
    await ingest.addForm({ id: form.id, endpointId: form.endpointId, rules: rulesOf({ mode: 'off', version: 8 }) });
    await waitUntil(async () => (await send(form.endpointId, { email: 'ada' })).status === 200, {
      what: 'the change to arrive',
    });
    expect(await queuedOf(form.id)).toMatchObject([{ rulesVersion: undefined }]);
  });
});

it('a form that warns stores a submission with its errors, and a repeat stays the same', async () => {
  const form = await addForm({ mode: 'warn' });
  const headers = { 'idempotency-key': 'one' };
  const [first, again] = [
    await send(form.endpointId, { guests: 0 }, headers),
    await send(form.endpointId, { guests: 0 }, headers),
  ];
  expect([first.status, again.status]).toEqual([200, 200]);
  expect(JSON.parse(again.text).submissionId).toBe(JSON.parse(first.text).submissionId);
  const [stored] = await queuedOf(form.id);
  expect(stored?.rulesVersion).toBe(7);
  expect(JSON.parse(stored?.ruleErrors ?? '')).toEqual([
    { field: 'email', code: 'REQUIRED_FIELD_MISSING', message: 'Email <address> is required' },
    { field: 'guests', code: 'RANGE', message: 'This field must be 1 or more' },
  ]);
});

it.each(['off', 'warn', 'enforce'] as const)('a form without rules for fields takes anything: %s', async (mode) => {
  const form = await addForm({ mode, fields: [] });
  expect((await send(form.endpointId, { anything: 1 })).status).toBe(200);
});

describe('the schema of a form', () => {
  const read = (endpointId: string, init: RequestInit = {}, prefix = '/api/forms') =>
    fetch(`${ingest.url}${prefix}/${endpointId}/schema`, init);

  it.each(['/api/forms', '/f'])(
    'is public, may be kept for a minute, and every page may read it: %s',
    async (prefix) => {
      const { endpointId } = await addForm({ mode: 'off' });
      const response = await read(endpointId, { headers: { origin: 'https://example.com' } }, prefix);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('application/schema+json');
      expect(response.headers.get('cache-control')).toBe('public, max-age=60');
      expect(response.headers.get('access-control-allow-origin')).toBe('https://example.com');
      expect(await response.json()).toMatchObject({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        $id: `https://inlet.example/api/forms/${endpointId}/schema`,
        required: ['email'],
        properties: { guests: expect.any(Object) },
      });
    },
  );

  it('is not there without rules, of no form, and of one that is off', async () => {
    const bare = await ingest.addForm();
    const inactive = await ingest.addForm({ isActive: false, rules: rulesOf() });
    const codes = await Promise.all(
      [bare, inactive, 'zzzzzzzzzzzz'].map(async (endpointId) => {
        const response = await read(endpointId);
        return [response.status, ((await response.json()) as { code: string }).code];
      }),
    );
    expect(codes).toEqual([
      [404, 'rules_not_found'],
      [404, 'form_not_found'],
      [404, 'form_not_found'],
    ]);
  });

  it('is only read', async () => {
    const { endpointId } = await addForm();
    const response = await read(endpointId, { method: 'POST', body: '{}' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });
});
