import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FieldRule } from '@inlet/contracts/field-rule';
import { startRedisServer } from '@inlet/local-servers/redis-server';
import { type AcceptedSubmission, submissionBatchSchema, unpackBatch } from '@inlet/submissions/batch';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { expect, it, onTestFinished } from 'vitest';
import { startTestIngest } from '#ingest.test-setup.ts';

/** A worker that keeps what comes without Redis. */
async function startWorker() {
  const stored: AcceptedSubmission[] = [];
  const server = createServer(async (request, response) => {
    const { quotas = [], batch } = JSON.parse((await text(request)) || '{}');
    if (batch) stored.push(...unpackBatch(submissionBatchSchema.parse(batch)));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ isStored: true, room: quotas.map(({ limit }: { limit: number }) => limit) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stored };
}

it('rules hold while Redis is away: they refuse, and warn, and nothing is lost', async () => {
  const server = await startRedisServer({ dir: await createDisposableFolder() });
  onTestFinished(() => server.stop());
  const worker = await startWorker();
  const ingest = await startTestIngest({ redis: { url: server.url, prefix: 'rules' }, workerUrl: worker.url });
  onTestFinished(ingest.close);

  const fields: FieldRule[] = [{ name: 'email', type: 'email', required: true }];
  const send = async (endpointId: string, body: object) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const response = await fetch(`${ingest.url}/f/${endpointId}`, init);
    const { submissionId, errors } = (await response.json()) as { submissionId?: string; errors?: object[] };
    return { status: response.status, submissionId, errors };
  };
  const [strict, lenient] = await Promise.all(
    (['enforce', 'warn'] as const).map(async (mode) => {
      const endpointId = await ingest.addForm({ rules: { mode, unknown: 'keep', fields, version: 3 } });
      // Ingest knows the form from here on.
      expect((await send(endpointId, { email: 'before@example.com' })).status).toBe(200);
      return endpointId;
    }),
  );
  await server.stop();

  const refused = await send(`${strict}`, { email: 'ada' });
  expect(refused).toMatchObject({ status: 422, errors: [{ field: 'email', code: 'TYPE_EMAIL' }] });
  const [good, warned] = [await send(`${strict}`, { email: 'a@b.example' }), await send(`${lenient}`, { email: '' })];
  expect([good.status, warned.status]).toEqual([200, 200]);
  const verdicts = worker.stored.map(({ id, rulesVersion, ruleErrors }) => [id, rulesVersion, ruleErrors ?? null]);
  expect(verdicts).toEqual([
    [good.submissionId, 3, null],
    [warned.submissionId, 3, expect.stringContaining('"code":"REQUIRED_FIELD_EMPTY"')],
  ]);
});
