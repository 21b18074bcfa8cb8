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

function post(endpointId: string, body: object) {
  return fetch(`${ingest.url}/f/${endpointId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** The submissions of a form that wait in Redis for the worker. */
async function queued(formId: string) {
  const name = `${ingest.keys.queues}:submissions`;
  const ids = await ingest.redis.lrange(`${name}:wait`, 0, -1);
  const texts = await Promise.all(ids.map((id) => ingest.redis.hget(`${name}:${id}`, 'data')));
  const batches = texts.map((text) => submissionBatchSchema.parse(JSON.parse(text ?? '')));
  return batches.flatMap(unpackBatch).filter((submission) => submission.formId === formId);
}

describe('a submission', () => {
  it('takes along what the checks for spam of its form need, and nothing for other forms', async () => {
    const spam = { version: 7, captcha: 'turnstile', akismet: true } as const;
    const formId = crypto.randomUUID();
    const checked = await ingest.addForm({ id: formId, spam });
    await post(checked, { name: 'Ada', 'cf-turnstile-response': 'token', _idempotency_key: 'key' });
    expect(await queued(formId)).toMatchObject([
      {
        json: '{"name":"Ada"}',
        spamVersion: 7,
        captchaToken: 'token',
        address: '127.0.0.1',
        claim: expect.any(String),
      },
    ]);
    const plainId = crypto.randomUUID();
    await post(await ingest.addForm({ id: plainId }), { name: 'Ada', 'cf-turnstile-response': 'token' });
    const [plain] = await queued(plainId);
    expect([plain?.json, plain?.spamVersion, plain?.captchaToken, plain?.address, plain?.claim]).toEqual([
      '{"name":"Ada","cf-turnstile-response":"token"}',
      ...[undefined, undefined, undefined, undefined],
    ]);
  });
});
