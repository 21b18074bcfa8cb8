import { type SubmissionBatch, submissionBatchSchema, unpackBatch } from '@inlet/contracts/submission-batch';
import type { SubmitSuccess } from '@inlet/contracts/submit-answers';
import { createTestRedis, type TestRedis } from '@inlet/testing/test-redis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestIngest, type TestIngest } from '#test-ingest.ts';

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

/** What waits in Redis for the worker, of one form. */
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
        data: { name: 'Ada' },
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
    expect(stored.map(({ data }) => data.n).sort((a, b) => Number(a) - Number(b))).toEqual(
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
      'only steering fields',
      400,
      'empty_submission',
      'The submission has no fields',
      async () => post(await ingest.addForm(), { _subject: 'x' }),
    ],
    [
      'another type',
      415,
      'unsupported_type',
      'Send the submission as application/json',
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

  it.each(cases)('of %s says why, and a page may read it', async (_what, status, code, error, send) => {
    const response = await send();
    expect(response.status).toBe(status);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('x-request-id')).toBeTruthy();
    expect(await response.json()).toEqual({
      success: false,
      error,
      code,
      errors: [{ code, message: error }],
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

describe('a browser that asks first', () => {
  it('learns what it may send', async () => {
    const response = await fetch(`${ingest.url}/api/forms/${await ingest.addForm()}`, {
      method: 'OPTIONS',
      headers: { origin: 'https://a.example', 'access-control-request-headers': 'content-type,idempotency-key' },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-methods')).toBe('POST');
    expect(response.headers.get('access-control-allow-headers')).toBe('content-type,idempotency-key');
  });
});

describe('the thank-you page', () => {
  it('is there for a form that names no other', async () => {
    const response = await fetch(`${ingest.url}/f/${await ingest.addForm()}/thanks`);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('Your form was submitted successfully.');
  });
});
