import type { SubmitSuccess } from '@inlet/contracts/submit-answers';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { readRefusals } from '@inlet/redis/refusals';
import { type SubmissionBatch, submissionBatchSchema, unpackBatch } from '@inlet/submissions/batch';
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

function post(endpointId: string, body: unknown, headers: Record<string, string> = {}, prefix = '/api/forms') {
  return fetch(`${ingest.url}${prefix}/${endpointId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** The submissions of a form that wait in Redis for the worker. */
async function queued(formId: string) {
  const ids = await ingest.redis.lrange(`${ingest.keys.queues}:submissions:wait`, 0, -1);
  const texts = await Promise.all(
    ids.map((id) => ingest.redis.hget(`${ingest.keys.queues}:submissions:${id}`, 'data')),
  );
  return texts
    .map((text): SubmissionBatch => submissionBatchSchema.parse(JSON.parse(text ?? '')))
    .flatMap(unpackBatch)
    .filter((submission) => submission.formId === formId);
}

describe('a submission', () => {
  it.each(['/api/forms', '/f'])('is in Redis when %s answers', async (prefix) => {
    const formId = crypto.randomUUID();
    const endpointId = await ingest.addForm({ id: formId });
    const response = await post(
      endpointId,
      { name: 'Ada', _success_message: 'Ta!' },
      { 'user-agent': 'Test/1' },
      prefix,
    );
    expect(response.status).toBe(200);
    const answer = (await response.json()) as SubmitSuccess;
    expect(answer).toEqual({
      success: true,
      message: 'Ta!',
      submissionId: expect.stringMatching(/^[0-9a-f-]{14}7[0-9a-f]{3}-/),
      next: `https://inlet.example/f/${endpointId}/thanks`,
    });
    expect(await queued(formId)).toEqual([
      {
        id: answer.submissionId,
        formId,
        userId: expect.any(String),
        json: '{"name":"Ada"}',
        isSpam: false,
        subject: null,
        replyTo: null,
        origin: null,
        userAgent: 'Test/1',
        receivedAtMs: expect.any(Number),
      },
    ]);
  });

  it('of many at once is queued each, once', async () => {
    const formId = crypto.randomUUID();
    const endpointId = await ingest.addForm({ id: formId });
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, n) => (await (await post(endpointId, { n })).json()) as SubmitSuccess),
    );
    const stored = await queued(formId);
    expect(new Set(stored.map(({ id }) => id))).toEqual(new Set(answers.map(({ submissionId }) => submissionId)));
    expect(stored.map(({ json }) => JSON.parse(json).n).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 200 }, (_, n) => n),
    );
  });

  it('that is refused is not queued', async () => {
    const formId = crypto.randomUUID();
    const endpointId = await ingest.addForm({ id: formId });
    await Promise.all([
      post(endpointId, '{'),
      post(endpointId, []),
      post(endpointId, {}),
      post(endpointId, { a: '\0' }),
    ]);
    expect(await queued(formId)).toEqual([]);
  });
});

describe('a refusal', () => {
  const cases: [string, number, string, string, () => Promise<Response>][] = [
    ['an unknown endpoint', 404, 'form_not_found', 'Form not found or inactive', () => post('zzzzzzzzzzzz', { a: 1 })],
    ['an ugly endpoint', 404, 'form_not_found', 'Form not found or inactive', () => post('..%2f..%2fetc', { a: 1 })],
    [
      'an inactive form',
      404,
      'form_not_found',
      'Form not found or inactive',
      async () => post(await ingest.addForm({ isActive: false }), { a: 1 }),
    ],
    [
      'a list',
      400,
      'not_an_object',
      'The body must be a JSON object of fields',
      async () => post(await ingest.addForm(), []),
    ],
    ['broken JSON', 400, 'malformed_body', 'The body is not valid JSON', async () => post(await ingest.addForm(), '{')],
    [
      'no fields',
      400,
      'empty_submission',
      'The submission has no fields',
      async () => post(await ingest.addForm(), {}),
    ],
    [
      'only fields that are options',
      400,
      'empty_submission',
      'The submission has no fields',
      async () => post(await ingest.addForm(), { _subject: 'x' }),
    ],
    [
      'another type',
      415,
      'unsupported_type',
      'Send the submission as application/json, application/x-www-form-urlencoded or multipart/form-data',
      async () => post(await ingest.addForm(), 'a', { 'content-type': 'text/csv' }),
    ],
    [
      'a body over 1 MB',
      413,
      'too_large',
      'The submission is larger than 1 MB',
      async () => post(await ingest.addForm(), { a: 'x'.repeat(1_000_000) }),
    ],
    [
      'another method',
      405,
      'method_not_allowed',
      'This address only answers POST, OPTIONS',
      async () => fetch(`${ingest.url}/f/${await ingest.addForm()}`, { method: 'PUT' }),
    ],
  ];

  /** Codes in the error list that differ from our own. */
  const listedCodes: Readonly<Record<string, string>> = {
    'an unknown endpoint': 'FORM_NOT_FOUND',
    'an ugly endpoint': 'FORM_NOT_FOUND',
    'an inactive form': 'INACTIVE',
    'no fields': 'EMPTY',
    'only fields that are options': 'EMPTY',
  };

  it.each(cases)('of %s has a reason that a page may read', async (what, status, code, error, send) => {
    const response = await send();
    expect(response.status).toBe(status);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('x-request-id')).toBeTruthy();
    expect(await response.json()).toEqual({
      success: false,
      error,
      code,
      errors: [{ code: listedCodes[what] ?? code, message: error }],
    });
  });

  it('of a field names the field', async () => {
    const response = await post(await ingest.addForm(), { message: 'x\0' });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ code: 'invalid_fields', errors: [{ field: 'message' }] });
  });

  it('of a body over 1 MB comes early, without reading on for ever', async () => {
    const endpointId = await ingest.addForm();
    const megabyte = new Uint8Array(1_000_000);
    const body = new ReadableStream({
      start(controller) {
        for (let n = 0; n < 3; n += 1) controller.enqueue(megabyte);
        controller.close();
      },
    });
    const response = await fetch(`${ingest.url}/f/${endpointId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(413);
  });
});

describe('the origin', () => {
  it.each([
    ['its own', { origin: 'https://example.com' }, 200],
    ['a look-alike', { origin: 'https://example.com.evil.com' }, 403],
    ['null', { origin: 'null' }, 403],
    ['none', {}, 403],
    ['that of the referring page', { referer: 'https://example.com/contact?x=1' }, 200],
  ])('%s is judged by the form', async (_what, headers, status) => {
    const formId = crypto.randomUUID();
    const endpointId = await ingest.addForm({ id: formId, allowedOrigins: ['https://example.com'] });
    const response = await post(endpointId, { a: 1 }, headers as Record<string, string>);
    expect(response.status).toBe(status);
    if (status === 403) {
      expect(await response.json()).toMatchObject({ error: 'Origin not allowed', code: 'origin_not_allowed' });
    } else {
      expect((await queued(formId))[0]?.origin).toBe('https://example.com');
    }
  });
});

describe('a form that a browser submits itself', () => {
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';

  async function send(endpointId: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
    return fetch(`${ingest.url}/f/${endpointId}`, {
      method: 'POST',
      headers: { accept, ...headers },
      body: new URLSearchParams(fields),
      redirect: 'manual',
    });
  }

  it('is thanked with a page', async () => {
    const formId = crypto.randomUUID();
    const endpointId = await ingest.addForm({ id: formId });
    const referer = 'https://example.com/contact';
    const response = await send(endpointId, { name: 'Ada', _success_message: '<b>Ta!' }, { referer });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    const page = await response.text();
    expect(page).toContain('&lt;b&gt;Ta!');
    expect(page).toContain(`<a class="button" href="${referer}">`);
    expect((await queued(formId))[0]?.json).toBe('{"name":"Ada"}');
  });

  it('is led where the form wants it', async () => {
    const endpointId = await ingest.addForm({ allowedOrigins: ['https://example.com'] });
    const origin = 'https://example.com';
    const response = await send(endpointId, { a: '1', _redirect: 'https://example.com/thanks' }, { origin });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('https://example.com/thanks');
  });

  it('is never led elsewhere', async () => {
    const endpointId = await ingest.addForm({ allowedOrigins: ['https://example.com'] });
    const origin = 'https://example.com';
    const response = await send(endpointId, { a: '1', _redirect: 'https://evil.example/' }, { origin });
    expect(response.status).toBe(200);
    expect(response.headers.get('location')).toBeNull();
  });

  it('is refused with a page and the same status', async () => {
    const endpointId = await ingest.addForm();
    const response = await send(endpointId, {});
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('The form was empty. Please fill it in, and send it again.');
    const unknown = await send('zzzzzzzzzzzz', { a: '1' });
    expect(unknown.status).toBe(404);
    expect(await unknown.text()).toContain('Form not found or inactive');
  });

  it('can be a form that could have files', async () => {
    const formId = crypto.randomUUID();
    const endpointId = await ingest.addForm({ id: formId });
    const body = new FormData();
    body.append('name', 'Ada');
    body.append('list', '1');
    body.append('list', '2');
    const response = await fetch(`${ingest.url}/f/${endpointId}`, { method: 'POST', body });
    expect(response.status).toBe(200);
    expect((await queued(formId))[0]?.json).toBe('{"name":"Ada","list":["1","2"]}');
  });

  it('is stored as spam, and answered as a success, when its trap is filled', async () => {
    const formId = crypto.randomUUID();
    const endpointId = await ingest.addForm({ id: formId, submissionLimit: 0 });
    const response = await send(endpointId, { name: 'Robot', _gotcha: 'x', _subject: 'Hi', _replyto: 'r@example.com' });
    expect(response.status).toBe(200);
    expect(await queued(formId)).toMatchObject([{ isSpam: true, subject: 'Hi', replyTo: 'r@example.com' }]);
  });
});

describe('a program', () => {
  it('is told where its visitor may go next', async () => {
    const endpointId = await ingest.addForm({ allowedOrigins: ['https://example.com'] });
    const headers = { origin: 'https://example.com' };
    const next = async (redirect: string) =>
      ((await (await post(endpointId, { a: 1, _redirect: redirect }, headers)).json()) as SubmitSuccess).next;
    expect(await next('https://example.com/thanks')).toBe('https://example.com/thanks');
    expect(await next('https://evil.example/')).toBe(`https://inlet.example/f/${endpointId}/thanks`);
  });

  it('gets the same id for the same idempotency key', async () => {
    const endpointId = await ingest.addForm();
    const send = async (headers: Record<string, string>, fields = {}) =>
      ((await (await post(endpointId, { a: 1, ...fields }, headers)).json()) as SubmitSuccess).submissionId;
    const id = await send({ 'idempotency-key': 'order-1' });
    expect(await send({ 'idempotency-key': 'order-1' })).toBe(id);
    expect(await send({}, { _idempotency_key: 'order-1' })).toBe(id);
    expect(await send({ 'idempotency-key': 'order-2' })).not.toBe(id);
  });

  it('is told that another payload came with its idempotency key, and loses nothing', async () => {
    const endpointId = await ingest.addForm();
    const headers = { 'idempotency-key': 'order-1' };
    const first = (await (await post(endpointId, { a: 1 }, headers)).json()) as SubmitSuccess;
    const other = await post(endpointId, { a: 2 }, headers);
    expect(other.status).toBe(422);
    expect(await other.json()).toMatchObject({ success: false, code: 'idempotency_key_reused' });
    const repeat = (await (await post(endpointId, { a: 1 }, headers)).json()) as SubmitSuccess;
    expect(repeat.submissionId).toBe(first.submissionId);
  });

  it('has its idempotency key for itself when spam came with it before', async () => {
    const endpointId = await ingest.addForm();
    const headers = { 'idempotency-key': 'order-1' };
    const send = async (fields: object) => {
      const response = await post(endpointId, fields, headers);
      return { status: response.status, ...((await response.json()) as SubmitSuccess) };
    };
    const spam = [await send({ a: 1, _gotcha: '1' }), await send({ a: 2, _gotcha: '1' })];
    const real = await send({ a: 1 });
    expect([...spam, real].map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set([...spam, real].map(({ submissionId }) => submissionId)).size).toBe(3);
    expect((await send({ a: 3, _gotcha: '1' })).status).toBe(200);
  });
});

describe('the address of an endpoint, opened in a browser', () => {
  it('explains how to use it', async () => {
    const endpointId = await ingest.addForm();
    const response = await fetch(`${ingest.url}/f/${endpointId}`, { headers: { accept: 'text/html' } });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST, OPTIONS');
    expect(await response.text()).toContain(`https://inlet.example/f/${endpointId}`);
  });

  it('answers a look without a body the same way', async () => {
    const url = `${ingest.url}/f/${await ingest.addForm()}`;
    const response = await fetch(url, { method: 'HEAD', headers: { accept: 'text/html' } });
    expect(response.status).toBe(405);
    expect(await response.text()).toBe('');
  });

  it('leads to a thank-you page', async () => {
    const response = await fetch(`${ingest.url}/f/${await ingest.addForm()}/thanks`);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('Form submitted successfully');
  });

  it('allows only reading the thank-you page', async () => {
    const response = await fetch(`${ingest.url}/f/${await ingest.addForm()}/thanks`, { method: 'POST' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  });
});

describe('what is refused', () => {
  it('is noted for the form, with reason, time and origin', async () => {
    const formId = crypto.randomUUID();
    const endpointId = await ingest.addForm({ id: formId, allowedOrigins: ['https://example.com'] });
    await post(endpointId, { secret: 'x' }, { origin: 'https://evil.example' });
    await post(endpointId, {}, { origin: 'https://example.com' });
    await post(endpointId, {}, { origin: `https://${'x'.repeat(10_000)}` });
    const report = await waitUntil(
      async () => {
        const found = await readRefusals(ingest.redis, ingest.keys, formId);
        return found.latest.length === 3 ? found : null;
      },
      { what: 'the refusals to be written down' },
    );
    expect(report.counts).toEqual({ origin_not_allowed: 2, empty_submission: 1 });
    expect(report.latest).toEqual(
      expect.arrayContaining([
        { reason: 'origin_not_allowed', at: expect.any(String), origin: 'https://evil.example' },
        { reason: 'empty_submission', at: expect.any(String), origin: 'https://example.com' },
        // A request cannot fill Redis with made-up data.
        { reason: 'origin_not_allowed', at: expect.any(String), origin: `https://${'x'.repeat(492)}` },
      ]),
    );
  });
});

describe('a client that sends too much', () => {
  it('is asked to wait, and its neighbours are not', async () => {
    const guarded = await startTestIngest({
      redis,
      env: { RATE_LIMITS: 'on', RATE_LIMIT_PER_MINUTE: '3', TRUSTED_PROXIES: '1' },
    });
    try {
      const endpointId = await ingest.addForm();
      const send = (client: string) =>
        fetch(`${guarded.url}/f/${endpointId}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': client },
          body: '{"a":1}',
        });
      for (let n = 0; n < 3; n += 1) expect((await send('1.1.1.1')).status).toBe(200);
      const refused = await send('1.1.1.1');
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(refused.headers.get('access-control-expose-headers')).toBe('retry-after');
      expect(await refused.json()).toMatchObject({ success: false, code: 'rate_limited' });
      expect((await send('6.6.6.6, 1.1.1.1')).status).toBe(429);
      expect((await send('2.2.2.2')).status).toBe(200);
    } finally {
      await guarded.close();
    }
  });
});
