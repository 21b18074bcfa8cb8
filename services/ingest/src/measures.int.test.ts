import { createTestRedis, type TestRedis } from '@inlet/testing/test-redis';
import { afterAll, beforeAll, expect, it } from 'vitest';
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

async function submit(endpointId: string): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${ingest.url}/f/${endpointId}`, { method: 'POST', headers, body: '{"a":1}' });
  await answer.arrayBuffer();
  return answer.status;
}

async function readValue(series: string): Promise<number> {
  const text = await (await fetch(`${ingest.url}/metrics`)).text();
  const line = text.split('\n').find((candidate) => candidate.startsWith(series));
  return Number(line?.split(' ').at(-1) ?? 0);
}

const refusedFor = (reason: string) => readValue(`inlet_submissions_refused_total{reason="${reason}"`);

it('counts what a month has no room for apart from other refusals', async () => {
  const endpointId = await ingest.addForm({ submissionLimit: 1 });
  const before = await refusedFor('submission_limit_reached');
  expect([await submit(endpointId), await submit(endpointId), await submit(endpointId)]).toEqual([200, 429, 429]);
  expect((await refusedFor('submission_limit_reached')) - before).toBe(2);
  const unknown = await refusedFor('form_not_found');
  expect(await submit('nosuchform99')).toBe(404);
  expect((await refusedFor('form_not_found')) - unknown).toBe(1);
});

it('measures each batch: its size, and how long it took to be on disk', async () => {
  const endpointId = await ingest.addForm();
  const [batches, sizes, waits] = ['batch_submissions_count', 'batch_submissions_sum', 'batch_queued_seconds_count'];
  const read = () => Promise.all([batches, sizes, waits].map((name) => readValue(`inlet_${name}`)));
  const before = await read();
  expect(await submit(endpointId)).toBe(200);
  expect((await read()).map((value, index) => value - (before[index] ?? 0))).toEqual([1, 1, 1]);
});
