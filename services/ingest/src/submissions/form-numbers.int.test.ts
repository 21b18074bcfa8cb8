import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { ClosingEntry } from '@inlet/contracts/form-closing';
import { countersNeedSchema, type FormNumber } from '@inlet/contracts/quotas';
import { gatewayHeader, submissionIdHeader } from '@inlet/http/client-address';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { makeCounter, usedOf } from '@inlet/testing/counters';
import { startOwnRedis } from '@inlet/testing/own-redis';
import { createTestRedis, type TestRedis } from '@inlet/testing/test-redis';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startTestIngest, type TestIngest } from '#ingest.test-setup.ts';

let redis: TestRedis;
/** Two processes side by side. */
let ingests: TestIngest[];
/** What account counts for a form, and what it was asked to compare. */
let counted: Map<string, number>;
let compared: FormNumber[];

const account = createServer(async (request, response) => {
  const need = countersNeedSchema.safeParse(await json(request).catch(() => null));
  if (!need.success) return response.writeHead(404).end();
  for (const name of need.data.forms) {
    if (need.data.isRefused) compared.push(name);
    await makeCounter(one().redis, one().keys, name, { submissions: counted.get(name.formId) ?? 0 });
  }
  response.writeHead(204).end();
});

beforeAll(async () => {
  counted = new Map();
  compared = [];
  await new Promise<void>((resolve) => account.listen(0, '127.0.0.1', resolve));
  const accountUrl = `http://127.0.0.1:${(account.address() as AddressInfo).port}`;
  redis = await createTestRedis();
  const options = { redis, accountUrl };
  ingests = await Promise.all([startTestIngest(options), startTestIngest(options)]);
});
afterAll(async () => {
  await Promise.all(ingests.map((ingest) => ingest.close()));
  await redis.close();
  account.close();
  account.closeAllConnections();
});

const one = (index = 0) => {
  const ingest = ingests[index % ingests.length];
  if (!ingest) throw new Error('no ingest');
  return ingest;
};
const limited = (submissions: number, message: string | null = null): ClosingEntry => ({
  ...{ opensAtMs: null, closesAtMs: null, message },
  max: { submissions, version: 1 },
});

async function addForm(closing: ClosingEntry) {
  const id = crypto.randomUUID();
  const endpointId = await one().addForm({ id, closing });
  return { id, endpointId, name: { formId: id, version: 1 } };
}

async function send(endpointId: string, fields: object = { n: 1 }, headers: object = {}, { index = 0 } = {}) {
  const response = await fetch(`${one(index).url}/f/${endpointId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(fields),
  });
  return { status: response.status, body: (await response.json()) as { error?: string; code?: string } };
}
const taken = ({ name }: { name: FormNumber }) =>
  usedOf(one().redis, one().keys, name).then(({ submissions }) => submissions);
function tally(answers: readonly { status: number }[]): Record<number, number> {
  const sums: Record<number, number> = {};
  for (const { status } of answers) sums[status] = (sums[status] ?? 0) + 1;
  return sums;
}

describe('a form with a number', () => {
  it('takes exactly as many, from two processes at once, and reopens when the number rises', async () => {
    const form = await addForm(limited(20, 'Full'));
    const answers = await Promise.all(
      Array.from({ length: 80 }, (_, index) => send(form.endpointId, { n: index }, {}, { index })),
    );
    expect(tally(answers)).toEqual({ 200: 20, 403: 60 });
    expect(answers.find(({ status }) => status === 403)?.body).toEqual({
      ...{ success: false, error: 'Full', code: 'form_closed' },
      errors: [{ code: 'INACTIVE', message: 'Full' }],
    });
    expect(await taken(form)).toBe(20);
    await one().addForm({ id: form.id, endpointId: form.endpointId, closing: limited(21) });
    await waitUntil(async () => (await send(form.endpointId)).status === 200, { what: 'the form to reopen' });
    expect((await send(form.endpointId)).status).toBe(403);
  });

  it('counts what it had before, and asks account to compare when it is full', async () => {
    const form = await addForm(limited(5));
    counted.set(form.id, 4);
    expect([(await send(form.endpointId)).status, (await send(form.endpointId)).status]).toEqual([200, 403]);
    expect(compared).toContainEqual(form.name);
  });

  it('does not count spam, and a repeat takes no second place, even when it is full', async () => {
    const form = await addForm(limited(2));
    const first = { 'idempotency-key': 'first' };
    const many = Array.from({ length: 6 }, (_, index) => send(form.endpointId, { n: 1 }, first, { index }));
    expect(tally(await Promise.all(many))).toEqual({ 200: 6 });
    expect((await send(form.endpointId, { n: 1, _gotcha: 'x' })).status).toBe(200);
    expect(await taken(form)).toBe(1);
    expect((await send(form.endpointId, { n: 2 })).status).toBe(200);
    expect((await send(form.endpointId, { n: 3 })).status).toBe(403);
    expect((await send(form.endpointId, { n: 1 }, first, { index: 1 })).status).toBe(200);
    expect((await send(form.endpointId, { n: 9 }, first)).body.code).toBe('idempotency_key_reused');
  });

  it('takes a repeat of the gateway once', async () => {
    const form = await addForm(limited(1));
    const headers = {
      [gatewayHeader]: one().config.INTERNAL_TOKEN[0],
      [submissionIdHeader]: '01934f6e-5a7c-7000-8000-000000000001',
    };
    const sent = [await send(form.endpointId, { n: 1 }, headers), await send(form.endpointId, { n: 1 }, headers)];
    expect(sent.map(({ status }) => status)).toEqual([200, 200]);
    expect(await taken(form)).toBe(1);
  });

  it('is not taken by the direct path: 503 while Redis is away, whatever the worker could store', async () => {
    const own = await startOwnRedis();
    const stored = { isStored: true, room: [1, 10], full: [false, false] };
    const worker = createServer((request, response) => {
      request.resume();
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(stored));
    });
    await new Promise<void>((resolve) => worker.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void worker.close());
    const workerUrl = `http://127.0.0.1:${(worker.address() as AddressInfo).port}`;
    const ingest = await startTestIngest({ redis: { url: own.url, prefix: 'own' }, workerUrl });
    onTestFinished(ingest.close);
    const id = crypto.randomUUID();
    const forms = [await ingest.addForm({ id, closing: limited(5) }), await ingest.addForm()];
    await makeCounter(ingest.redis, ingest.keys, { formId: id, version: 1 });
    const sendAll = () =>
      Promise.all(
        forms.map(async (endpointId) => {
          const options = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"n":1}' };
          return (await fetch(`${ingest.url}/f/${endpointId}`, options)).status;
        }),
      );
    expect(await sendAll()).toEqual([200, 200]);
    await own.whileHung(async () => expect(await sendAll()).toEqual([503, 200]));
  });
});
