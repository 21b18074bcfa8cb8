import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestRedis, type TestRedis } from '@inlet/testing/test-redis';
import { waitUntil } from '@inlet/testing/wait-until';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestIngest, type TestIngest } from '#ingest.test-setup.ts';

const known = 'knownform001';
let redis: TestRedis;
let ingest: TestIngest;
let questions: string[];
let account: ReturnType<typeof createServer>;

beforeAll(async () => {
  questions = [];
  account = createServer((request, response) => {
    questions.push(`${request.url} ${request.headers.authorization}`);
    const isKnown = request.url === `/internal/forms/${known}`;
    response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' });
    const entry = {
      id: crypto.randomUUID(),
      userId: crypto.randomUUID(),
      name: 'x',
      isActive: true,
      allowedOrigins: [],
      submissionLimit: 1_000,
    };
    response.end(JSON.stringify(isKnown ? entry : {}));
  });
  await new Promise<void>((resolve) => account.listen(0, '127.0.0.1', resolve));
  redis = await createTestRedis();
  const { port } = account.address() as AddressInfo;
  ingest = await startTestIngest({ redis, accountUrl: `http://127.0.0.1:${port}` });
});

afterAll(async () => {
  await ingest?.close();
  await redis?.close();
  account?.close();
});

async function submit(endpointId: string, headers = {}): Promise<number> {
  const response = await fetch(`${ingest.url}/f/${endpointId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{"a":1}',
  });
  await response.arrayBuffer();
  return response.status;
}

describe('the form directory', () => {
  it('learns within a second that a form was switched off, and that it is on again', async () => {
    const endpointId = await ingest.addForm();
    expect(await submit(endpointId)).toBe(200);
    await ingest.addForm({ endpointId, isActive: false });
    await waitUntil(async () => (await submit(endpointId)) === 404, { timeoutMs: 1_000, what: 'the form to be off' });
    await ingest.addForm({ endpointId });
    await waitUntil(async () => (await submit(endpointId)) === 200, { timeoutMs: 1_000, what: 'the form to be on' });
  });

  it('learns within a second of new origins', async () => {
    const endpointId = await ingest.addForm();
    expect(await submit(endpointId, { origin: 'https://a.example' })).toBe(200);
    await ingest.addForm({ endpointId, allowedOrigins: ['https://b.example'] });
    await waitUntil(async () => (await submit(endpointId, { origin: 'https://a.example' })) === 403, {
      timeoutMs: 1_000,
      what: 'the old origin to be refused',
    });
    expect(await submit(endpointId, { origin: 'https://b.example' })).toBe(200);
  });

  it('knows that a form does not exist while it is complete, without asking account', async () => {
    const before = questions.length;
    expect(await submit('nosuchform01')).toBe(404);
    expect(questions).toHaveLength(before);
  });

  it('asks account while it is not complete, once for many requests', async () => {
    await ingest.redis.del(ingest.keys.formsComplete);
    try {
      const before = questions.length;
      const statuses = await Promise.all(Array.from({ length: 20 }, () => submit(known)));
      expect(new Set(statuses)).toEqual(new Set([200]));
      expect(questions.slice(before)).toEqual([`/internal/forms/${known} Internal ${ingest.config.INTERNAL_TOKEN[0]}`]);
      expect(await submit('nosuchform02')).toBe(404);
    } finally {
      await ingest.redis.set(ingest.keys.formsComplete, '1');
    }
  });

  it('answers 503 when nobody who knows can be reached', async () => {
    await ingest.redis.del(ingest.keys.formsComplete);
    const { port } = account.address() as AddressInfo;
    await new Promise((resolve) => {
      account.close(resolve);
      account.closeAllConnections();
    });
    try {
      expect(await submit('nosuchform03')).toBe(503);
    } finally {
      await ingest.redis.set(ingest.keys.formsComplete, '1');
      await new Promise<void>((resolve) => account.listen(port, '127.0.0.1', resolve));
    }
  });
});
