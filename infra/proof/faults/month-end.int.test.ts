import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Form } from '@inlet/db/client';
import { type Fleets, startFleets } from '@inlet/local/fleet/fleets.test-setup';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { monthAfter, monthOf } from '@inlet/submissions/months';
import { usedOf } from '@inlet/testing/counters';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { expect, it } from 'vitest';
import { countsOf, hotPath } from '#house/house.test-setup.ts';
import { nothing, startLoad } from '#house/load.test-setup.ts';
import { isFullRun } from '#house/run-settings.ts';

const name = '8 month’s end';
/** The remaining time of the month when the clocks are set, for submissions of the old month. */
const leftMs = 2_000;
/** Two ingest processes, so that the month does not end for all of them with the same batch. */
const copies = 2;
/** Many times as many as a plan with a monthly limit allows. */
const visitors = 2;
/** The times that a clock jumps to if it is set by hand or by a broken time server. */
const jumpsMs = [3_600_000, -3_600_000, 90_000, -1_000, 0];

/** The counts of a form and its owner in each of these months. */
async function countsByMonth({ database: { pool }, redis, keys }: Fleets, { id, userId }: Form, months: string[]) {
  const { rows } = await pool.query(
    `select month, count(id)::int as rows, sum(octet_length(data::text))::int as bytes,
       (select sum(submission_count) from daily_form_counters
        where form_id = $1 and to_char(day, 'YYYY-MM') = asked.month)::int as days,
       (select submission_count from monthly_usage as used
        where user_id = $2 and to_char(used.month, 'YYYY-MM') = asked.month)::int as usage,
       (select byte_count from monthly_usage as used
        where user_id = $2 and to_char(used.month, 'YYYY-MM') = asked.month)::int as "usedBytes"
     from unnest($3::text[]) as asked(month)
     left join submissions on form_id = $1 and to_char(created_at at time zone 'UTC', 'YYYY-MM') = asked.month
     group by month`,
    [id, userId, months],
  );
  return Promise.all(
    rows.map(async ({ month, ...row }) => ({ ...row, reserved: await usedOf(redis, keys, { userId, month }) })),
  );
}

it('counts each submission for the month in which it was accepted, when a month ends while people send', async () => {
  const clock = join(await createDisposableFolder(), 'clock');
  await writeFile(clock, '0');
  const preload = pathToFileURL(join(import.meta.dirname, 'shifted-clock.ts')).href;
  const house = await startFleets(copies, {
    services: hotPath,
    environment: { NODE_OPTIONS: `--import=${preload}`, INLET_CLOCK_FILE: clock },
  });
  const setClocks = async (shiftMs: number, fleets: readonly { readonly pids: () => readonly number[] }[]) => {
    await writeFile(clock, String(shiftMs));
    for (const pid of fleets.flatMap((fleet) => fleet.pids())) process.kill(pid, 'SIGUSR2');
  };
  const { account, worker, ingest } = house.fleets;
  if (isFullRun) {
    const jumping = await startLoad(house, '19 clocks jump');
    // Each service separately, so that the clocks differ from each other as well as from PostgreSQL and Redis.
    for (const shiftMs of jumpsMs) {
      for (const fleet of [ingest, worker, account]) {
        await setClocks(shiftMs, [fleet]);
        await jumping.untilMore();
      }
    }
    await jumping.judge(nothing);
  }
  const load = await startLoad(house, name, { plan: 'pro', visitors });
  await load.untilMore();

  const month = monthOf(Date.now());
  const next = monthAfter(month);
  const shiftMs = Date.parse(`${next}-01T00:00:00Z`) - leftMs - Date.now();
  await setClocks(shiftMs, [account, worker, ingest]);
  const isOver = () => monthOf(Date.now() + shiftMs) === next;
  await waitUntil(isOver, { timeoutMs: 10 * leftMs, what: 'the end of the month' });
  await load.untilMore();
  await load.judge(nothing);

  const counted = await countsByMonth(house, load.form, [month, next]);
  for (const { rows, bytes, ...counters } of counted) {
    expect(rows).toBeGreaterThan(0);
    expect(counters).toEqual({ days: rows, usage: rows, usedBytes: bytes, reserved: { submissions: rows, bytes } });
  }
  const ofBoth = counted.reduce((sum, { rows }) => sum + rows, 0);
  expect((await countsOf(house, load.form)).rows).toBe(ofBoth);
});
