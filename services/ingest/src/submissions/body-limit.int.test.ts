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

/** JSON of exactly this many bytes. */
const jsonOf = (bytes: number) => `{"a":"${'x'.repeat(bytes - '{"a":""}'.length)}"}`;
const inChunks = (text: string) => new Blob([text]).stream();

function send(endpointId: string, body: string | ReadableStream): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(`${ingest.url}/f/${endpointId}`, { method: 'POST', headers, body, duplex: 'half' } as RequestInit);
}

describe('the limit for the size of a submission', () => {
  it.each([
    ['16 kB', 16_000],
    ['1.5 kB', 1_500],
    ['1 MB', 1_000_000],
    ['1 MB', null],
  ])('of %s holds to the byte, whether the length is told or not, and is named', async (limit, bodyMaxBytes) => {
    const endpointId = await ingest.addForm({ bodyMaxBytes });
    const bytes = bodyMaxBytes ?? 1_000_000;
    for (const bodyOf of [jsonOf, (length: number) => inChunks(jsonOf(length))]) {
      expect((await send(endpointId, bodyOf(bytes))).status).toBe(200);
      const answer = await send(endpointId, bodyOf(bytes + 1));
      expect(answer.status).toBe(413);
      const error = `The submission is larger than ${limit}`;
      expect(await answer.json()).toMatchObject({ code: 'too_large', error });
    }
  });

  it('is 1 MB for a form whose entry is from before forms had one', async () => {
    const endpointId = await ingest.addForm();
    const key = ingest.keys.form(endpointId);
    const { bodyMaxBytes: _, ...old } = JSON.parse((await ingest.redis.get(key)) ?? '');
    await ingest.redis.set(key, JSON.stringify(old));
    expect((await send(endpointId, jsonOf(900_000))).status).toBe(200);
  });
});
