import type { SubmitSuccess } from '@inlet/contracts/submit-answers';
import { createTestRedis, type TestRedis } from '@inlet/testing/test-redis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestIngest, type TestIngest } from '#ingest.test-setup.ts';

let redis: TestRedis;
let ingest: TestIngest;

beforeAll(async () => {
  redis = await createTestRedis();
  ingest = await startIngest();
});
afterAll(async () => {
  await ingest?.close();
  await redis?.close();
});

const startIngest = () =>
  startTestIngest({ redis, env: { TRUSTED_PROXIES: '1', RATE_LIMITS: 'on', RATE_LIMIT_PER_MINUTE: '60' } });

function post(path: string, body: unknown, requestId: string, headers: Record<string, string> = {}) {
  return fetch(ingest.url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-request-id': requestId,
      'x-forwarded-for': '203.0.113.77',
      ...headers,
    },
    body: JSON.stringify(body),
  });
}
const linesOf = (text: string) => ingest.lines.filter((line) => JSON.stringify(line).includes(text));

describe('an accepted submission', () => {
  it('can be found in the log by the id of its request', async () => {
    const endpointId = await ingest.addForm();
    const answer = await post(`/f/${endpointId}`, { note: 'canary' }, 'support-0001');
    const { submissionId } = (await answer.json()) as SubmitSuccess;
    expect(linesOf('support-0001')).toMatchObject([
      { level: 30, msg: 'submissions: accepted', count: 1, accepted: [{ requestId: 'support-0001', submissionId }] },
    ]);
    expect(linesOf('canary')).toEqual([]);
  });
});

describe('a refused submission', () => {
  it('is logged with its route, network and form, and with nothing that the visitor wrote', async () => {
    const id = crypto.randomUUID();
    const endpointId = await ingest.addForm({ id, allowedOrigins: ['https://allowed.example'] });
    await post(`/f/${endpointId}?canary=1`, { note: 'canary' }, 'refused-0001', { origin: 'https://canary.example' });
    expect(linesOf('refused-0001')).toEqual([
      expect.objectContaining({
        ...{ level: 30, msg: 'http: request refused', status: 403, code: 'origin_not_allowed' },
        ...{ method: 'POST', route: '/f/:endpointId', network: '203.0.113.0/24', endpointId, formId: id },
      }),
    ]);
    for (const secret of ['canary', '203.0.113.77']) expect(linesOf(secret)).toEqual([]);
  });

  it('is logged with its form also where that is switched off', async () => {
    const id = crypto.randomUUID();
    await post(`/f/${await ingest.addForm({ id, isActive: false })}`, {}, 'inactive-0001');
    expect(linesOf('inactive-0001')).toMatchObject([{ code: 'form_not_found', formId: id }]);
  });

  it('is logged with the endpoint that it asked for, unless that is none', async () => {
    await post('/api/forms/zzzzzzzzzzzz', {}, 'unknown-0001');
    await post('/api/forms/canary@example.com', {}, 'unknown-0002');
    expect(linesOf('unknown-0001')).toMatchObject([
      { route: '/api/forms/:endpointId', endpointId: 'zzzzzzzzzzzz', code: 'form_not_found' },
    ]);
    expect(linesOf('unknown-0002')).toHaveLength(1);
    expect(linesOf('canary')).toEqual([]);
  });

  it('that is one of a flood is counted, at the latest when the process closes', async () => {
    await ingest.close();
    ingest = await startIngest();
    const from = { 'x-forwarded-for': '198.51.100.9' };
    const flood = Array.from({ length: 160 }, (_, n) => post('/f/yyyyyyyyyyyy', {}, `flood-${1_000 + n}`, from));
    await Promise.all(flood);
    await ingest.close();
    const ofFlood = linesOf('198.51.100.0/24');
    const told = ofFlood.reduce((sum, { count }) => sum + (typeof count === 'number' ? count : 1), 0);
    expect(told).toBe(160);
    expect(new Set(ofFlood.map(({ code }) => code))).toEqual(new Set(['form_not_found', 'rate_limited']));
    // The requests may fall into two minutes.
    expect(ofFlood.length).toBeLessThan(30);
  });
});
