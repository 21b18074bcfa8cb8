import { latenciesOf } from '@inlet/bench/reading/latencies';
import { type Fleets, startFleets } from '@inlet/local/fleet/fleets.test-setup';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { expect, it } from 'vitest';
import { addForm, hotPath, untilDrained } from '#house/house.test-setup.ts';
import { withoutLimits } from '#house/open-house.test-setup.ts';
import { openSender, sendSteadily } from '#house/visitors.test-setup.ts';

const million = 1_000_000;
const perSecond = 1_000;
const connections = 64;
const baselineMs = 30_000;
const slowdownMax = 1.5;
/** Submissions of 100 days ago, and the maximum number of spam submissions among them. */
async function storeOld({ database: { pool } }: Fleets, formId: string): Promise<void> {
  const atOnce = 50_000;
  for (let from = 0; from < million; from += atOnce) {
    await pool.query(
      `insert into submissions (id, form_id, data, is_spam, created_at)
       select gen_random_uuid(), $1, json_build_object('name', 'Ada', 'message', repeat('An old message. ', 12)), n % 100 = 0,
         now() - interval '100 days' + n * interval '1 second' / 1000
       from generate_series($2::int, $3::int) as n`,
      [formId, from, from + atOnce - 1],
    );
  }
  await pool.query(
    'insert into form_totals (form_id, submission_count, spam_count) values ($1, $2::bigint * 99 / 100, $2::bigint / 100)',
    [formId, million],
  );
  await pool.query('vacuum analyze submissions');
  await pool.query('checkpoint');
}

const p99 = (times: readonly number[]) => latenciesOf(times).p99Ms;

it('a million old submissions go while 1,000 a second come in, and nobody feels it', {
  timeout: 1_200_000,
}, async () => {
  const house = await startFleets(1, { services: hotPath, environment: withoutLimits });
  const { pool } = house.database;
  const { id: formId, endpointId } = await addForm(house, { plan: 'pro' });
  await storeOld(house, formId);
  const send = openSender(connections);
  const acknowledged: string[] = [];
  const refused = new Map<string, number>();

  /** Sends at a steady rate, however slow the responses are, and returns each response time. */
  async function load(isOver: () => boolean): Promise<number[]> {
    const times: number[] = [];
    const startMs = performance.now();
    let sent = 0;
    const one = async () => {
      const beganMs = performance.now();
      sent += 1;
      const fields = { email: 'ada@example.com', text: `A message ${sent}`, n: sent };
      const outcome = await send(house.urls.ingest, endpointId, fields)
        .then(({ status, body }) => (status === 200 ? (body.submissionId ?? 'no id') : String(status)))
        .catch((error: Error) => error.message);
      times.push(performance.now() - beganMs);
      if (outcome.length === 36) acknowledged.push(outcome);
      else refused.set(outcome, (refused.get(outcome) ?? 0) + 1);
    };
    await sendSteadily(perSecond, one, isOver);
    const elapsedMs = performance.now() - startMs;
    console.log(`${Math.round((sent * 1_000) / elapsedMs)} a second for ${Math.round(elapsedMs / 1_000)} s`);
    return times;
  }
  const lasting = (ms: number) => {
    const endMs = performance.now() + ms;
    return () => performance.now() > endMs;
  };

  await load(lasting(10_000));
  const before = await load(lasting(baselineMs));
  await pool.query('update forms set retention_days = 90 where id = $1', [formId]);
  let isFinished = false;
  const look = async () => {
    const { rowCount } = await pool.query('select from retention_runs where finished_at is not null');
    isFinished = rowCount === 1;
    return isFinished;
  };
  const watching = waitUntil(look, { timeoutMs: 900_000, intervalMs: 500, what: 'the run to end' });
  const during = await load(() => isFinished);
  await watching;
  const after = await load(lasting(baselineMs));

  await untilDrained(house);
  const { rows: stored } = await pool.query<{ lost: number; old: number; rows: number; counted: number }>(
    `select (select count(*)::int from unnest($2::uuid[]) as sent(id) where not exists (select from submissions where submissions.id = sent.id)) as lost,
       (select count(*)::int from submissions where form_id = $1 and created_at < now() - interval '90 days') as old,
       (select count(*)::int from submissions where form_id = $1) as rows,
       (select (submission_count + spam_count)::int from form_totals where form_id = $1) as counted`,
    [formId, acknowledged],
  );
  const { rows: runs } = await pool.query('select deleted_count::int as deleted from retention_runs');
  const { rowCount: lines } = await pool.query('select from changes where up_to is not null');
  const [usual, slowed] = [p99([...before, ...after]), p99(during)];
  const ratio = slowed / usual;
  console.log({ before: p99(before), after: p99(after), during: slowed, ratio, refused, runs, lines, ...stored[0] });
  expect([...refused]).toEqual([]);
  expect(stored[0]).toEqual({ lost: 0, old: 0, rows: acknowledged.length, counted: acknowledged.length });
  expect([runs, lines]).toEqual([[{ deleted: million }], 1]);
  expect(ratio).toBeLessThanOrEqual(slowdownMax);
});
