import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Form } from '@inlet/db/client';
import { projectRoot } from '@inlet/local/config';
import { startFleets } from '@inlet/local/fleet/fleets.test-setup';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { redisKeys } from '@inlet/redis/keys';
import { lanePrefix } from '@inlet/redis/lanes';
import { monthOf } from '@inlet/submissions/months';
import { usedOf } from '@inlet/testing/counters';
import { expect, it } from 'vitest';
import { addForm, hotPath, postJson } from '#house/house.test-setup.ts';
import { withoutLimits } from '#house/open-house.test-setup.ts';

const rows = 1_000_000;
const perSecond = 200;
const betweenMoves = 1_000;
const longestPauseMs = 2_000;
const commandMs = 300_000;
const triesMax = 10;

/** A product with two lanes, and an account with many rows in the first. */
async function openHouse() {
  const house = await startFleets(1, { services: hotPath, environment: { ...withoutLimits, REDIS_LANES: '2' } });
  const { pool, prisma } = house.database;
  const form = await addForm(house, { plan: 'pro' });
  const month = monthOf(Date.now());
  await pool.query(
    `insert into submissions (id, form_id, data, created_at)
     select gen_random_uuid(), $1, json_build_object('old', n), now() - n * interval '1 second'
     from generate_series(1, $2::int) as n`,
    [form.id, rows],
  );
  await pool.query(
    `insert into monthly_usage (user_id, month, submission_count, byte_count)
     values ($1, ($2 || '-01')::date, $3::int8, 16 * $3::int8) on conflict (user_id, month) do update
     set submission_count = excluded.submission_count, byte_count = excluded.byte_count`,
    [form.userId, month, rows],
  );
  const since = new Date();
  const env = house.environmentOf('account');
  const keysOf = (lane: number) => redisKeys(lanePrefix(env.REDIS_PREFIX ?? '', lane));
  // The counter that the new form has is older than the rows.
  await house.redis.del(keysOf(0).counter(form.userId, month));

  async function runCommand(lane: number): Promise<string | null> {
    const program = join(projectRoot, 'services/account/src/commands/lanes.ts');
    const child = spawn(process.execPath, [program, 'move', form.userId, String(lane)], {
      env,
      timeout: commandMs,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (text) => {
      output += text;
    });
    return (await new Promise((done) => child.once('close', done))) === 0 ? output : null;
  }

  /**
   * Moves the account as an operator does, who tries again where the command refuses because the machine is busy.
   * Returns for how long it says that the account paused.
   */
  async function move(lane: number): Promise<number> {
    for (let tries = 0; tries < triesMax; tries += 1) {
      const output = await runCommand(lane);
      if (output !== null) return Number(/paused for (\d+) ms/.exec(output)?.[1]);
    }
    throw new Error('The command refuses to move the account');
  }
  return {
    ...{ form, move, url: `${house.urls.ingest}/f/${form.endpointId}` },
    usedIn: async (lane: number) =>
      (await usedOf(house.redis, keysOf(lane), { userId: form.userId, month })).submissions,
    storedIds: async () => {
      const found = await pool.query<{ id: string; n: number }>(
        `select id, (data->>'n')::int as n from submissions where form_id = $1 and not is_spam and created_at >= $2`,
        [form.id, since],
      );
      return found.rows;
    },
    laneOf: async ({ userId }: Form) => (await prisma.user.findUniqueOrThrow({ where: { id: userId } })).lane,
  };
}

/** Visitors who arrive at a steady rate, whether the ones before have an answer or not. Every other one has a key. */
function startVisitors(url: string) {
  const acknowledged = new Set<string>();
  /** The number of each answer that is no acknowledgement. */
  const refused: Record<string, number> = {};
  const refuse = (answer: string) => {
    refused[answer] = (refused[answer] ?? 0) + 1;
  };
  const open = new Set<Promise<void>>();
  let longestMs = 0;
  let sent = 0;

  async function visit(n: number): Promise<void> {
    const startMs = performance.now();
    try {
      const response = await postJson(url, { n }, n % 2 === 0 ? { 'idempotency-key': randomUUID() } : {});
      const answer = (await response.json()) as { submissionId?: string };
      if (response.status === 200 && answer.submissionId) acknowledged.add(answer.submissionId);
      else refuse(`${response.status} ${JSON.stringify(answer)}`);
    } catch (error) {
      refuse(String(error));
    }
    longestMs = Math.max(longestMs, performance.now() - startMs);
  }
  const startMs = performance.now();
  const timer = setInterval(() => {
    for (const due = ((performance.now() - startMs) * perSecond) / 1_000; sent < due; sent += 1) {
      const visited = visit(sent).finally(() => open.delete(visited));
      open.add(visited);
    }
  }, 5);
  return {
    acknowledged,
    refused,
    longestMs: () => Math.round(longestMs),
    stop: async () => {
      clearInterval(timer);
      await Promise.all(open);
      return sent;
    },
  };
}

it('an account with a million rows moves there and back under 200 submissions a second', {
  timeout: 900_000,
}, async () => {
  const house = await openHouse();
  const visitors = startVisitors(house.url);
  const untilMore = async () => {
    const goal = visitors.acknowledged.size + betweenMoves;
    await waitUntil(() => visitors.acknowledged.size >= goal, { timeoutMs: 120_000, what: 'more submissions' });
  };
  await untilMore();
  const pauses: number[] = [];
  for (const lane of [1, 0]) {
    pauses.push(await house.move(lane));
    expect(await house.laneOf(house.form)).toBe(lane);
    await untilMore();
    expect(await house.usedIn(1 - lane)).toBe(0);
  }
  const sent = await visitors.stop();
  await waitUntil(async () => (await house.storedIds()).length >= visitors.acknowledged.size, {
    timeoutMs: 120_000,
    what: 'everything to be stored',
  });

  const stored = await house.storedIds();
  const storedIds = new Set(stored.map(({ id }) => id));
  const outcome = {
    sent,
    acknowledged: visitors.acknowledged.size,
    refused: visitors.refused,
    lost: [...visitors.acknowledged].filter((id) => !storedIds.has(id)).length,
    doubled: stored.length - new Set(stored.map(({ n }) => n)).size,
    counted: await house.usedIn(0),
  };
  console.log({ ...outcome, pausedMs: pauses, longestAnswerMs: visitors.longestMs() });
  expect(outcome).toEqual({
    sent,
    acknowledged: sent,
    refused: {},
    lost: 0,
    doubled: 0,
    counted: rows + sent,
  });
  expect(Math.max(...pauses)).toBeLessThan(longestPauseMs);
});
