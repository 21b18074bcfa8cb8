import { createClient, isSubmissionError } from '@formspree/core';
import type { FieldRule } from '@inlet/contracts/field-rule';
import { submissionBatchSchema, unpackBatch } from '@inlet/submissions/batch';
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

/** The client in its released form; only the address is ours. */
const submit = (endpointId: string, fields: Record<string, string> | FormData) =>
  createClient().submitForm<Record<string, string>>(endpointId, fields, { endpoint: ingest.url });

async function queuedJson(): Promise<string[]> {
  const queue = `${ingest.keys.queues}:submissions`;
  const ids = await ingest.redis.lrange(`${queue}:wait`, 0, -1);
  const texts = await Promise.all(ids.map((id) => ingest.redis.hget(`${queue}:${id}`, 'data')));
  return texts
    .flatMap((text) => unpackBatch(submissionBatchSchema.parse(JSON.parse(text ?? ''))))
    .map(({ json }) => json);
}

describe('a client that was written for Formspree', () => {
  it('has its fields stored, and learns where its visitor may go next', async () => {
    const endpointId = await ingest.addForm();
    const result = await submit(endpointId, { email: 'ada@example.com', message: 'שלום 👋' });
    expect(result).toMatchObject({ kind: 'success', next: `https://inlet.example/f/${endpointId}/thanks` });
    expect(await queuedJson()).toContain('{"email":"ada@example.com","message":"שלום 👋"}');
  });

  it('may send a form as the browser holds it', async () => {
    const form = new FormData();
    form.append('name', 'Ada');
    form.append('color', 'red');
    form.append('color', 'blue');
    expect(await submit(await ingest.addForm(), form)).toMatchObject({ kind: 'success' });
    expect(await queuedJson()).toContain('{"name":"Ada","color":["red","blue"]}');
  });

  it('learns which field is wrong, and why', async () => {
    const result = await submit(await ingest.addForm(), { email: 'ada@example.com', message: 'a\0b' });
    if (!isSubmissionError(result)) throw new Error('it was taken');
    expect(result.getFieldErrors('message')).toEqual([
      { code: 'TYPE_TEXT', message: 'A field contains a control character that cannot be stored' },
    ]);
    expect(result.getFieldErrors('email')).toEqual([]);
    expect(result.getFormErrors()).toEqual([]);
  });

  it('learns which rules of the form its fields break, each by its own code', async () => {
    const fields: FieldRule[] = [
      { name: 'email', type: 'email', required: true },
      { name: 'guests', type: 'number', label: 'Guests' },
      { name: 'size', type: 'choice', options: ['S', 'M'] },
    ];
    const rules = { version: 1, mode: 'enforce', unknown: 'keep', fields } as const;
    const result = await submit(await ingest.addForm({ rules }), { guests: 'many', size: 'L' });
    if (!isSubmissionError(result)) throw new Error('it was taken');
    expect(result.getFieldErrors('email')).toEqual([
      { code: 'REQUIRED_FIELD_MISSING', message: 'This field is required' },
    ]);
    expect(result.getFieldErrors('guests')).toEqual([{ code: 'TYPE_NUMERIC', message: 'Guests must be a number' }]);
    // A code that the client does not know; it shows the message.
    expect(result.getFieldErrors('size')).toMatchObject([{ code: 'UNSPECIFIED' }]);
    expect(result.getFormErrors()).toEqual([]);
  });

  it.each([
    ['no form', async () => 'zzzzzzzzzzzz', 'FORM_NOT_FOUND', 'Form not found or inactive'],
    ['a form that is off', () => ingest.addForm({ isActive: false }), 'INACTIVE', 'Form not found or inactive'],
    [
      'another origin',
      () => ingest.addForm({ allowedOrigins: ['https://example.com'] }),
      'BLOCKED',
      'Origin not allowed',
    ],
    [
      'a month that is full',
      () => ingest.addForm({ submissionLimit: 0 }),
      'UNSPECIFIED',
      'Monthly submission limit reached (0). Upgrade your plan or wait until next month.',
    ],
  ])('learns what is wrong with the form: %s', async (_what, endpoint, code, message) => {
    const result = await submit(await endpoint(), { a: '1' });
    if (!isSubmissionError(result)) throw new Error('it was taken');
    expect(result.getFormErrors()).toEqual([{ code, message }]);
  });

  it('learns that nothing was filled in', async () => {
    const result = await submit(await ingest.addForm(), {});
    if (!isSubmissionError(result)) throw new Error('it was taken');
    expect(result.getFormErrors()).toEqual([{ code: 'EMPTY', message: 'The submission has no fields' }]);
  });

  it('learns that files are not accepted', async () => {
    const form = new FormData();
    form.append('cv', new Blob(['%PDF']), 'cv.pdf');
    const result = await submit(await ingest.addForm(), form);
    if (!isSubmissionError(result)) throw new Error('it was taken');
    const message = 'This form takes no files';
    expect(result.getFormErrors()).toEqual([{ code: 'NO_FILE_UPLOADS', message }]);
  });

  it('learns that the service is not available, in a sentence', async () => {
    await ingest.redis.del(ingest.keys.formsComplete);
    try {
      // No service that knows the form is available.
      const result = await submit('nosuchform01', { a: '1' });
      if (!isSubmissionError(result)) throw new Error('it was taken');
      expect(result.getFormErrors()).toEqual([
        { code: 'UNSPECIFIED', message: 'The service is not available right now. Please try again in a moment.' },
      ]);
    } finally {
      await ingest.redis.set(ingest.keys.formsComplete, '1');
    }
  });
});
