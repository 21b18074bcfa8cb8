import { startFleets } from '@inlet/local/fleet/fleets.test-setup';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { expect, it, onTestFinished } from 'vitest';
import { startWatchedPair } from '#faults/sentinel.test-setup.ts';
import { startReplicatedPostgres } from '#faults/standby.test-setup.ts';
import { hotPath } from '#house/house.test-setup.ts';
import { nothing, startLoad, tryLater, unnoticedMs } from '#house/load.test-setup.ts';
import { isFullRun } from '#house/run-settings.ts';

const testTimeoutMs = 300_000;
const sentinels = isFullRun ? 3 : 1;
/**
 * The longest time from a promotion until submissions are accepted; the short form runs on a machine that is busy with
 * other tests.
 */
const takenWithinMs = isFullRun ? 5_000 : 60_000;
/** While a replica is stopped, no submission is acknowledged; at least this many must be refused. */
const refusals = 20;

it('loses nothing when the primary dies while its replica is stopped, and that one takes over', {
  timeout: testTimeoutMs,
}, async () => {
  const pair = await startWatchedPair(sentinels);
  const [first, second] = pair.servers;
  const fleets = await startFleets(1, { redisUrl: pair.url, services: hotPath });
  const { visits, untilMore, untilFailures, judge } = await startLoad(fleets, '14 Redis failover');
  await untilMore();

  // Submissions that are acknowledged from here on wait in Redis, where they can be lost.
  signal(fleets.fleets.worker.pids(), 'SIGSTOP');
  onTestFinished(() => signal(fleets.fleets.worker.pids(), 'SIGCONT'));
  await untilMore();
  signal([second.pid()], 'SIGSTOP');
  await untilFailures();
  const answered = visits.answered();
  const goal = visits.turnedAway() + refusals;
  const areMore = () => visits.turnedAway() >= goal;
  await waitUntil(areMore, { timeoutMs: takenWithinMs, what: 'more of them to be turned away' });
  expect(visits.answered()).toBe(answered);
  await first.kill();
  signal([second.pid()], 'SIGCONT');
  await pair.untilPrimary(second);
  await visits.untilMore(1, takenWithinMs, 'the promotion');
  signal(fleets.fleets.worker.pids(), 'SIGCONT');
  await untilMore();

  await judge(tryLater);

  if (!isFullRun) return;
  await first.revive();
  await pair.untilFollowed(second);
  const beside = await startLoad(fleets, '14 Redis failover beside a worker');
  await beside.untilMore();
  await second.kill();
  await pair.untilPrimary(first);
  await beside.untilMore();
  await beside.judge(nothing, unnoticedMs);
});

it.runIf(isFullRun)(
  'turns nobody away and loses nothing when PostgreSQL dies and its standby takes over',
  { timeout: testTimeoutMs },
  async () => {
    const postgres = await startReplicatedPostgres();
    const fleets = await startFleets(1, { databaseUrl: postgres.url, services: hotPath });
    const { untilMore, judge } = await startLoad(fleets, '18 PostgreSQL failover');
    await untilMore();
    await postgres.failOver();
    await untilMore();
    await judge(nothing);
  },
);

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) process.kill(pid, name);
}
