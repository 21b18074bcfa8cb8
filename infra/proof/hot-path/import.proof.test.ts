import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { ImportAnswer } from '@inlet/contracts/imports';
import type { Mapping } from '@inlet/import/mapping';
import { readRows } from '@inlet/import/read-rows';
import { AwayError, runImport } from '@inlet/import/run-import';
import { toCalls } from '@inlet/import/to-calls';
import { startFleets } from '@inlet/local/fleet/fleets.test-setup';
import { ownConfig } from '@inlet/local/own-config';
import { readRuntime } from '@inlet/local/runtime-file';
import { startStack } from '@inlet/local/stack';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { expect, it, onTestFinished } from 'vitest';

const rows = 100_000;
const longestMs = 60_000;
/** Calls after which account is killed. */
const killedAfter = [20, 50, 80];
const message = 'I would like to know more about your work. '.repeat(5);

async function* file() {
  const encoder = new TextEncoder();
  yield encoder.encode('name,email,message,Date\n');
  for (let from = 0; from < rows; from += 1_000) {
    const lines = Array.from({ length: 1_000 }, (_, index) => {
      const time = new Date(Date.UTC(2020, 0, 1) + (from + index) * 60_000).toISOString();
      // Every tenth row is like the one before it.
      const n = (from + index) % 10 === 9 ? 'twin' : from + index;
      return `Visitor ${n},visitor${n}@example.com,${message},${n === 'twin' ? '2019-01-01T00:00:00Z' : time}\n`;
    });
    yield encoder.encode(lines.join(''));
  }
}

/** An integration of the form, which counts its calls. */
async function openReceiver() {
  let calls = 0;
  const server = createServer((request, response) => {
    calls += 1;
    request.resume();
    response.end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls: () => calls };
}

it('100,000 rows are imported within a minute, exactly, while account is killed', { timeout: 240_000 }, async () => {
  // Without payments a plan keeps so many, and no reconciliation with Stripe takes it back when account starts again.
  const config = await ownConfig(await createDisposableFolder(), { BILLING: 'off' });
  const stack = await startStack({ config, mode: 'start', signal: new AbortController().signal });
  onTestFinished(stack.stop);
  const runtime = readRuntime(config.dataDir);
  if (!runtime) throw new Error('The product does not say where its data is');
  const { databaseUrl, redisUrl, urls } = runtime;
  const { database } = await startFleets(1, { databaseUrl, redisUrl, services: [] });
  const form = await database.prisma.form.findFirstOrThrow({ where: { user: { email: 'demo@inlet.local' } } });
  const count = async (text: string) => Number((await database.pool.query(text, [form.id])).rows[0]?.count ?? 0);
  const usage = () => database.pool.query('select sum(submission_count) as sum from monthly_usage');
  const [before, used] = [await count('select count(*) from submissions where form_id = $1'), (await usage()).rows];

  const signedIn = await fetch(`${urls.gateway}/api/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'demo@inlet.local', password: 'inlet-demo', transport: 'token' }),
  });
  const { access_token: token } = (await signedIn.json()) as { access_token: string };
  const call = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(`${urls.gateway}/api/v1/forms/${form.id}${path}`, {
      ...{ method, headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect([path, answer.ok]).toEqual([path, true]);
  };
  const receiver = await openReceiver();
  await call('POST', '/targets', { name: 'Receiver', url: receiver.url });
  const mails = async () => {
    const { mails: all } = (await (await fetch(`${urls.mail}/api/mails`)).json()) as { mails: unknown[] };
    return all.length;
  };
  await call('PATCH', '/notifications', { mode: 'instant', recipients: [{ email: 'demo@inlet.local' }] });
  const mailsBefore = await mails();
  const importId = randomUUID();
  let calls = 0;
  function killAccount(): void {
    const pid = readRuntime(config.dataDir)?.pids.account;
    // The number 0 would stand for this process and all of its group.
    if (!pid) throw new Error('The product does not say which process is account');
    process.kill(pid, 'SIGKILL');
  }
  async function send(body: string): Promise<ImportAnswer> {
    calls += 1;
    if (killedAfter.includes(calls)) killAccount();
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' };
    const address = `${urls.gateway}/api/v1/forms/${form.id}/import?importId=${importId}`;
    const answer = await fetch(address, { method: 'POST', headers, body }).catch(() => null);
    if (!answer || answer.status >= 500 || answer.status === 429) throw new AwayError(new Error('account is away'));
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as ImportAnswer;
  }
  const mapping: Mapping = {
    fields: [],
    fieldsIn: null,
    date: 'Date',
    dayOrder: 'month first',
    timeZone: 'UTC',
    origin: null,
  };
  const shape = { format: 'csv', encoding: 'utf-8', separator: ',' } as const;
  const run = () => runImport({ calls: toCalls(readRows(file(), shape), mapping), send, wait: () => pause(200) });

  const startMs = performance.now();
  const first = await run();
  const tookMs = performance.now() - startMs;
  console.info(
    `import: ${rows} rows in ${Math.round(tookMs)} ms, ${calls} calls, account killed ${killedAfter.length} times`,
  );
  expect(first.imported + first.known).toBe(rows);
  expect(await count('select count(*) from submissions where form_id = $1')).toBe(before + rows);
  expect(await count('select left_count as count from imports where form_id = $1')).toBe(rows);
  expect(await count('select submission_count as count from form_totals where form_id = $1')).toBe(before + rows);
  expect((await usage()).rows).toEqual(used);
  expect(await run()).toMatchObject({ imported: 0, known: rows, refusedCount: 0 });

  // A submission that is sent afterwards is the only one that is mailed and delivered.
  const sent = await fetch(`${urls.gateway}/f/${form.endpointId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: form.allowedOrigins[0] ?? 'https://example.com' },
    body: JSON.stringify({ message: 'Sent after the import' }),
  });
  expect(sent.status).toBe(200);
  await expect.poll(receiver.calls).toBe(1);
  await expect.poll(mails).toBe(mailsBefore + 1);

  await call('DELETE', `/imports/${importId}`);
  await expect.poll(() => count('select count(*) from submissions where form_id = $1')).toBe(before + 1);
  expect(receiver.calls()).toBe(1);
  expect(tookMs).toBeLessThan(longestMs);
});
