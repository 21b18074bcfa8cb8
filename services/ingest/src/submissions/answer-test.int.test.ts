import type { FormEntry } from '@inlet/contracts/form-directory';
import { signTestMark, testMarkHeader } from '@inlet/http/test-mark';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { readRefusals } from '@inlet/redis/refusals';
import { monthOf } from '@inlet/submissions/months';
import { createTestRedis, type TestRedis } from '@inlet/testing/test-redis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestIngest, type TestIngest } from '#ingest.test-setup.ts';

let redis: TestRedis;
let ingest: TestIngest;
const [id, userId] = [crypto.randomUUID(), crypto.randomUUID()];
const origin = 'https://site.example';
const fields: NonNullable<FormEntry['rules']>['fields'] = [
  { name: 'email', type: 'email', required: true },
  { name: 'code', type: 'text', pattern: '[0-9]{4}' },
  { name: 'cv', type: 'file', required: true },
];

beforeAll(async () => {
  redis = await createTestRedis();
  ingest = await startTestIngest({ redis, env: { RATE_LIMITS: 'on', RATE_LIMIT_PER_MINUTE: '1', BILLING: 'on' } });
});
afterAll(async () => {
  await ingest?.close();
  await redis?.close();
});

const addForm = (more: Partial<FormEntry> = {}) =>
  ingest.addForm({
    ...{ id, userId, allowedOrigins: [origin], submissionLimit: 1 },
    ...{ rules: { version: 1, mode: 'enforce', unknown: 'keep', fields } },
    ...more,
  });
async function send(
  endpointId: string,
  headers: Record<string, string> = {},
  body: object = { email: 'ada@example.com' },
) {
  const mark = signTestMark(ingest.config.INTERNAL_TOKEN, endpointId);
  const response = await fetch(`${ingest.url}/f/${endpointId}/check`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, [testMarkHeader]: mark, ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as { submission?: object; code?: string } };
}
const counters = () => ingest.redis.hget(ingest.keys.counter(userId, monthOf(Date.now())), 'submissions');

it('a marked submission is judged, and neither stored nor counted', async () => {
  const endpointId = await addForm();
  const before = await counters();
  for (let n = 0; n < 3; n += 1) {
    const { status, body } = await send(endpointId, {}, { email: 'ada@example.com', code: 'Test', _subject: 'Hi' });
    const json = '{"email":"ada@example.com","code":"Test"}';
    expect([status, body]).toMatchObject([
      200,
      { submission: { formId: id, userId, json, origin, subject: 'Hi', rulesVersion: 1 } },
    ]);
    expect(body.submission).not.toHaveProperty('ruleErrors');
  }
  expect(await counters()).toBe(before);
  expect(await ingest.redis.keys(`${ingest.keys.queues}:submissions:*`)).toEqual([]);
});

it('is refused for the reasons that refuse a visitor, and no refusal is counted', async () => {
  const endpointId = await addForm();
  expect(await send(endpointId, { origin: 'https://other.example' })).toMatchObject({
    status: 403,
    body: { code: 'origin_not_allowed' },
  });
  expect(await send(endpointId, {}, { email: 'nobody' })).toMatchObject({
    status: 422,
    body: { code: 'invalid_fields' },
  });
  expect(await send(await addForm({ isActive: false }))).toMatchObject({ status: 404 });
  await ingest.redis.hset(ingest.keys.counter(userId, monthOf(Date.now())), 'submissions', 1);
  expect(await send(await addForm())).toMatchObject({ status: 429, body: { code: 'submission_limit_reached' } });
  await ingest.redis.hset(ingest.keys.counter(userId, monthOf(Date.now())), 'submissions', 0);
  const max = { submissions: 2, version: 1 };
  const full = await addForm({ closing: { opensAtMs: null, closesAtMs: null, max, message: 'Sold out' } });
  await ingest.redis.hset(ingest.keys.formCounter(id, max.version), 'submissions', 2);
  expect(await send(full)).toMatchObject({ status: 403, body: { code: 'form_closed' } });
  await addForm();
  const json = { 'content-type': 'application/json' };
  await fetch(`${ingest.url}/f/${endpointId}`, { method: 'POST', headers: json, body: '{"a":1}' });
  const latest = async () => (await readRefusals(ingest.redis, ingest.keys, id)).latest;
  await waitUntil(async () => (await latest()).length > 0, { what: 'the refusal of a visitor' });
  expect(await latest()).toMatchObject([{ origin: null }]);
});

it('without the mark of its endpoint there is nothing at the address', async () => {
  const endpointId = await addForm();
  const foreign = signTestMark(ingest.config.INTERNAL_TOKEN, 'aaaaaaaaaaaa');
  expect(await send(endpointId, { [testMarkHeader]: foreign })).toMatchObject({
    status: 404,
    body: { code: 'form_not_found' },
  });
  expect(await send(endpointId, { [testMarkHeader]: '' })).toMatchObject({ status: 404 });
});
