import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { changeLineSchema } from '@inlet/contracts/changes';
import { type Fleets, startFleets } from '@inlet/local/fleet/fleets.test-setup';
import { expect, it } from 'vitest';
import { addForm, hotPath, openApi, untilDrained } from '#house/house.test-setup.ts';
import { openSender } from '#house/visitors.test-setup.ts';

const actors = 16;
/** The rounds of each actor, which take some four seconds. */
const rounds = 25;

/** Every lock is held a little longer than usual, so that transactions with another lock order meet. */
async function slowDown({ database }: Fleets): Promise<void> {
  await database.pool.query(`
    create function linger() returns trigger language plpgsql as
      'begin perform pg_sleep(random() * 0.004); return new; end'`);
  for (const table of ['change_heads', 'form_totals', 'monthly_usage']) {
    await database.pool.query(
      `create trigger linger after insert or update on ${table} for each row execute function linger()`,
    );
  }
}

/** The state of a copy that follows the feed: the folder of each submission by its id. */
async function copyOf(call: Awaited<ReturnType<typeof openApi>>): Promise<Map<string, boolean>> {
  const copy = new Map<string, boolean>();
  for (let [after, cursor] = ['-', '']; after !== cursor; ) {
    after = cursor;
    const query = cursor === '' ? '' : `?after=${cursor}`;
    const answer = await call(`GET /api/v1/changes${query}`);
    expect(answer.status).toBe(200);
    for (const text of (await answer.text()).trim().split('\n')) {
      const line = changeLineSchema.parse(JSON.parse(text));
      cursor = line.cursor;
      if (line.type === 'end') continue;
      if (line.submission) copy.set(line.submission.id, line.submission.isSpam);
      else copy.delete(line.submissionId ?? '');
    }
  }
  return copy;
}

it('writers of every kind never wait for each other in a circle, and leave a feed that makes the same rows', async () => {
  const house = await startFleets(1, { services: hotPath });
  const { database, urls } = house;
  const openAccount = async () => {
    const form = await addForm(house, { plan: 'pro' });
    const { userId } = form;
    return { userId, call: await openApi(house, userId), forms: [form, await addForm(house, { userId })] };
  };
  const accounts = [await openAccount(), await openAccount()];
  const forms = accounts.flatMap((account) => account.forms.map((form) => ({ form, call: account.call })));
  const send = openSender(actors);
  const known = new Map<string, string[]>(forms.map(({ form }) => [form.id, []]));
  await slowDown(house);

  const act = async (actor: number, round: number): Promise<void> => {
    const chosen = forms[(actor + round) % forms.length];
    if (!chosen) return;
    const { form, call } = chosen;
    const ids = known.get(form.id) ?? [];
    const some = Array.from({ length: 5 }, () => ids[Math.floor(Math.random() * ids.length)] ?? randomUUID());
    const change = async (path: string, body: object) => {
      const answer = await call(`POST /api/v1/forms/${form.id}/submissions/${path}`, body);
      expect([path, answer.status, await answer.text()]).toMatchObject([path, 200, expect.any(String)]);
    };
    if (actor % 4 < 2) {
      const fields = { n: round, ...(round % 5 === 0 && { _gotcha: 'x' }) };
      const { status, body } = await send(urls.ingest, form.endpointId, fields);
      if (status === 200 && body.submissionId) ids.push(body.submissionId);
    } else if (actor % 4 === 2) {
      await change('mark', { ids: some, isSpam: round % 2 === 0 });
    } else {
      // An account has one deletion by filter at a time.
      const isByFilter = actor === 3 && round % 6 === 5;
      await change('delete', isByFilter ? { filter: { spam: true } } : { ids: some.slice(0, 1) });
    }
  };
  await Promise.all(
    Array.from({ length: actors }, async (_, actor) => {
      for (let round = 0; round < rounds; round += 1) {
        await act(actor, round);
        await pause(Math.random() * 10);
      }
    }),
  );
  await untilDrained(house);

  const { rows: stats } = await database.pool.query<{ deadlocks: number; changes: number }>(
    `select deadlocks::int, (select count(*) from changes)::int as changes from pg_stat_database
     where datname = current_database()`,
  );
  expect(stats).toMatchObject([{ deadlocks: 0 }]);
  expect(stats[0]?.changes).toBeGreaterThan(50);
  for (const { userId, call } of accounts) {
    const { rows } = await database.pool.query<{ id: string; isSpam: boolean }>(
      `select submissions.id, is_spam as "isSpam" from submissions join forms on forms.id = form_id
       where user_id = $1 and (not is_spam or marked_at is not null)`,
      [userId],
    );
    const copy = await copyOf(call);
    const inInbox = (entries: Iterable<[string, boolean]>) =>
      [...entries].flatMap(([id, isSpam]) => (isSpam ? [] : [id])).toSorted();
    expect(inInbox(copy)).toEqual(inInbox(rows.map(({ id, isSpam }) => [id, isSpam])));
    const { rows: gaps } = await database.pool.query(
      `select from (
         select first_position, lag(first_position + cardinality(ids), 1, 1) over (order by first_position) as expected
         from changes where user_id = $1
       ) as ordered where first_position <> expected`,
      [userId],
    );
    expect(gaps).toEqual([]);
  }
  const { rows: wrong } = await database.pool.query(
    `select from form_totals as totals where (submission_count, spam_count) <> (
       select count(*) filter (where not is_spam), count(*) filter (where is_spam) from submissions
       where form_id = totals.form_id)`,
  );
  expect(wrong).toEqual([]);
});
