import { setTimeout as pause } from 'node:timers/promises';
import { ownConfig } from '@inlet/local/own-config';
import { readRuntime } from '@inlet/local/runtime-file';
import { startStack } from '@inlet/local/stack';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { waitUntil } from '@inlet/testing/wait-until';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';

const testTimeoutMs = 180_000;
/** A worker's batch is taken over ten to fifteen seconds after its death. */
const drainedWithinMs = 40_000;
const senders = 4;
const pauseBetweenMs = 20;
const services = ['worker', 'ingest', 'account', 'gateway', 'worker'] as const;

/** Sends submissions without end, and keeps what was acknowledged. */
function startLoad(endpoint: string) {
  const acknowledged = new Set<string>();
  const attempted = { count: 0 };
  let isOver = false;
  const loops = Array.from({ length: senders }, async () => {
    while (!isOver) {
      attempted.count += 1;
      try {
        const response = await fetch(endpoint, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ attempt: attempted.count }),
        });
        const answer = (await response.json()) as { submissionId?: string };
        if (response.ok && answer.submissionId) acknowledged.add(answer.submissionId);
      } catch {
        // Nobody answered, so nothing was promised.
      }
      await pause(pauseBetweenMs);
    }
  });
  return {
    acknowledged,
    attempted,
    stop: async () => {
      isOver = true;
      await Promise.all(loops);
    },
  };
}

it('loses and doubles nothing that was acknowledged while services are killed', {
  timeout: testTimeoutMs,
}, async () => {
  const config = await ownConfig(await createDisposableFolder());
  const signal = new AbortController().signal;
  const stack = await startStack({ config, mode: 'start', say: () => undefined, signal });
  onTestFinished(stack.stop, testTimeoutMs);
  const { databaseUrl = '', urls } = readRuntime(config.dataDir) ?? {};
  const load = startLoad(`${urls?.gateway}/api/forms/${stack.demoEndpointId}`);

  for (const service of services) {
    await moreAcknowledged(load.acknowledged, 50);
    const killed = readRuntime(config.dataDir)?.pids[service] ?? 0;
    process.kill(killed, 'SIGKILL');
    await waitUntil(() => readRuntime(config.dataDir)?.pids[service] !== killed, { what: `a new ${service}` });
    await waitUntil(() => isReady(config.ports[service === 'gateway' ? 'gatewayProbe' : service]), {
      what: `${service} to be ready again`,
    });
  }
  await moreAcknowledged(load.acknowledged, 50);
  await load.stop();

  const database = new pg.Client(databaseUrl);
  await database.connect();
  onTestFinished(() => database.end());
  const count = async (sql: string, values: readonly unknown[] = []) =>
    Number((await database.query<{ count: string }>(sql, [...values])).rows[0]?.count);
  const ofLoad = `select count(*) from submissions where data->>'attempt' is not null`;
  const missing = `select count(*) from unnest($1::uuid[]) as acknowledged(id)
    where not exists (select 1 from submissions where submissions.id = acknowledged.id)`;
  // By their ids: what was stored and never acknowledged must not stand for one that is still on its way.
  await waitUntil(async () => (await count(missing, [[...load.acknowledged]])) === 0, {
    timeoutMs: drainedWithinMs,
    what: 'every acknowledged submission to be stored',
  });
  // An attempt that nobody answered may be stored or not, but never twice.
  expect(await count(ofLoad)).toBeLessThanOrEqual(load.attempted.count);
  expect(
    await count(`select count(distinct data->>'attempt') from submissions where data->>'attempt' is not null`),
  ).toBe(await count(ofLoad));
  const rowCount = await count('select count(*) from submissions');
  expect(await count('select sum(submission_count) as count from form_totals')).toBe(rowCount);
  expect(await count('select sum(submission_count) as count from daily_form_counters')).toBe(rowCount);
  expect(await count('select sum(submission_count) as count from monthly_usage')).toBe(rowCount);
});

async function moreAcknowledged(acknowledged: ReadonlySet<string>, count: number): Promise<void> {
  const goal = acknowledged.size + count;
  await waitUntil(() => acknowledged.size >= goal, { what: 'submissions to be acknowledged' });
}

async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
  } catch {
    return false;
  }
}
