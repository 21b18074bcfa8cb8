import { createTestRedis, type TestRedis } from '@inlet/testing/test-redis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { costlyBodies } from '#costly-bodies.test-setup.ts';
import { startTestIngest, type TestIngest } from '#ingest.test-setup.ts';

let redis: TestRedis;
let ingest: TestIngest;
let url: string;

beforeAll(async () => {
  redis = await createTestRedis();
  ingest = await startTestIngest({ redis });
  url = `${ingest.url}/f/${await ingest.addForm()}`;
});
afterAll(async () => {
  await ingest?.close();
  await redis?.close();
});

it.each(costlyBodies)('$what is refused within a second', async ({ status, body, contentType }) => {
  const startMs = performance.now();
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': contentType }, body });
  expect(answer.status).toBe(status);
  expect(performance.now() - startMs).toBeLessThan(1_000);
});
