import { randomUUID } from 'node:crypto';
import { listen } from '@inlet/http/server';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { buildForm } from '@inlet/testing/build-form';
import { buildMember } from '@inlet/testing/build-member';
import { buildTarget } from '@inlet/testing/build-target';
import { buildUser } from '@inlet/testing/build-user';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { anotherApp } from '#account.test-setup.ts';
import { account, form, setUpFormOwner, token, user } from '#forms/form-owner.test-setup.ts';
import { readAll } from '#inbox/feed/changes.test-setup.ts';
import { counts, imported, importLines, manyLines } from '#inbox/imports/import-lines.test-setup.ts';
import { createImport } from '#inbox/imports/import-submissions.ts';
import { follow, startLive } from '#inbox/live/live.test-setup.ts';
import { makeKey } from '#make-key.test-setup.ts';

setUpFormOwner();
beforeAll(() => startLive(account));

const query = async (text: string, values: readonly unknown[] = [form.id]) =>
  (await account.deps.database.pool.query(text, [...values])).rows;
const list = async (search = '') => {
  const { body } = await account.call(`GET /api/v1/forms/${form.id}/submissions?${search}`, { token });
  return body as { readonly total: number; readonly submissions: readonly Record<string, unknown>[] };
};
const imports = async () => (await account.call(`GET /api/v1/forms/${form.id}/imports`, { token })).body;
const twins = [
  { data: { name: 'Ada', sum: 1 }, createdAt: '2021-02-03T04:05:06Z' },
  { data: { name: 'Ada', sum: 1 }, createdAt: '2021-02-03T04:05:06Z' },
  { data: { name: 'Alan' }, createdAt: '2020-06-07T08:09:10.123+01:00', origin: 'https://old.example' },
  { name: 'Grace', Date: '2020-01-01 12:00:00' },
];

describe('an import', () => {
  it('stores lines in the order of their times, and finds them known when they are sent again', async () => {
    const importId = randomUUID();
    const first = await imported(twins, { importId });
    expect(first).toEqual({ importId, imported: 4, known: 0, refused: [], room: 49_996 });
    const { total, submissions } = await list();
    expect([
      total,
      submissions.map(({ data, createdAt, origin, isSpam }) => [data, createdAt, origin, isSpam]),
    ]).toEqual([
      4,
      [
        [{ name: 'Ada', sum: 1 }, '2021-02-03T04:05:06.000Z', null, false],
        [{ name: 'Ada', sum: 1 }, '2021-02-03T04:05:06.000Z', null, false],
        [{ name: 'Alan' }, '2020-06-07T07:09:10.123Z', 'https://old.example', false],
        [{ name: 'Grace' }, '2020-01-01T12:00:00.000Z', null, false],
      ],
    ]);
    const again = [await imported(twins, { importId }), await imported(twins.toReversed())];
    expect(again.map(({ imported: stored, known }) => [stored, known])).toEqual(Array(2).fill([0, 4]));
    expect(await counts()).toEqual({ rows: 4, total: 4, left: 4 });
    expect(await imports()).toEqual({
      imports: [
        {
          ...{ id: importId, createdAt: expect.any(String), personId: user.id, email: user.email },
          ...{ imported: 4, left: 4, state: 'stored' },
        },
      ],
    });
  });

  it('counts identical lines over several calls by their occurrence, and joins the calls', async () => {
    const importId = randomUUID();
    const line = { data: { name: 'Ada' } };
    for (const occurrence of [0, 1, 2, 1]) await imported([{ ...line, occurrence }], { importId });
    expect(await counts()).toEqual({ rows: 3, total: 3, left: 3 });
    expect(await imports()).toMatchObject({ imports: [{ id: importId, imported: 3 }] });
    expect(
      await query(`select details from audit_events where user_id = $1 and action = 'submissions.imported'`, [user.id]),
    ).toEqual([{ details: { formId: form.id, importId } }]);
  });

  it('stores a deleted submission again', async () => {
    await imported(twins);
    const [one] = (await list('q=Grace')).submissions;
    expect((await account.call(`DELETE /api/v1/forms/${form.id}/submissions/${one?.id}`, { token })).status).toBe(204);
    expect(await counts()).toEqual({ rows: 3, total: 3, left: 3 });
    expect(await imported(twins)).toMatchObject({ imported: 1, known: 3, room: 49_996 });
    expect((await list('q=Grace')).submissions.map(({ id }) => id)).toEqual([one?.id]);
  });

  it('is found, told to the feed and shown live, and nobody else hears of it', async () => {
    const { prisma } = account.deps.database;
    const events = ['submission.created', 'submission.spam', 'submission.deleted', 'submission.released'];
    await buildTarget(prisma, { formId: form.id, sealed: new Uint8Array(32), events });
    const autoReply = { autoReply: true, autoReplySubject: 'Hi', autoReplyBody: 'Thanks', confirmAddresses: true };
    await prisma.notifications.create({ data: { formId: form.id, mode: 'instant', ...autoReply } });
    await prisma.formRules.create({
      data: { formId: form.id, version: 1, rules: { mode: 'enforce', unknown: 'refuse', fields: [] } },
    });
    await query(
      `insert into search_fills (form_id, searched_at, filled_at, filled_id) values ($1, now(), '-infinity', '${randomUUID()}')`,
    );
    const { end } = await readAll(account, token);
    const following = await follow(account, form.id, { token });
    onTestFinished(following.leave);
    await imported(manyLines(5));
    await waitUntil(() => following.totals().at(-1) === 5, { what: 'the live page to hear of it' });
    const { changes } = await readAll(account, token, '', end);
    expect(changes.map(({ type, submission }) => [type, submission?.isSpam, submission?.ruleErrors])).toEqual(
      Array(5).fill(['imported', false, null]),
    );
    expect(await query('select from search_texts where form_id = $1')).toHaveLength(5);
    expect((await list('q=visitor+3')).submissions).toHaveLength(1);
    const silent = ['notices', 'daily_form_counters', 'daily_origin_counters', 'spam_checks', 'auto_replies'];
    for (const table of silent)
      expect([table, await query(`select from ${table} where form_id = $1`)]).toEqual([table, []]);
    for (const table of ['deliveries', 'pending_mails', 'monthly_usage', 'outbox']) {
      expect([table, await query(`select from ${table}`, [])]).toEqual([table, []]);
    }
    const analytics = await account.call(`GET /api/v1/forms/${form.id}/analytics?days=365`, { token });
    expect(analytics.body).toMatchObject({ total: 0 });
    const usage = await account.call('GET /api/v1/usage', { token });
    expect(usage.body).toMatchObject({
      currentSubmissions: 0,
      currentBytes: 0,
      currentImported: 5,
      importedLimit: 50_000,
    });
    const { body: read } = await account.call(`GET /api/v1/forms/${form.id}`, { token });
    expect(read).toMatchObject({ submissionCount: 5, lastSubmissionAt: '2024-01-01T00:04:00.000Z' });
  });

  it('is all or none if its process dies, and the repeated call stores the rest', async () => {
    const { pool } = account.deps.database;
    const importId = randomUUID();
    await imported(manyLines(2), { importId });
    await pool.query(`create function die() returns trigger language plpgsql as 'begin raise exception ''dead''; end'`);
    await pool.query('create trigger die before update on imports for each row execute function die()');
    expect((await importLines(manyLines(10), { importId })).status).toBe(500);
    await pool.query('drop function die cascade');
    expect(await counts()).toEqual({ rows: 2, total: 2, left: 2 });
    expect(await imported(manyLines(10), { importId })).toMatchObject({ imported: 8, known: 2 });
    expect(await counts()).toEqual({ rows: 10, total: 10, left: 10 });
  });

  it('stores what is right of a call with hostile lines, and says of the others why not', async () => {
    const lines = [
      '{bad',
      { data: { a: 1 } },
      '',
      { data: {} },
      { data: { a: 2 }, createdAt: '2999-01-01T00:00:00Z' },
      '{"__proto__":{"x":1}}',
    ];
    const refused = [
      { line: 1, code: 'invalid_json', message: 'The line is not valid JSON in UTF-8' },
      { line: 4, code: 'empty_submission', message: 'The submission has no fields' },
      { line: 5, code: 'invalid_date', message: 'The time is in the future' },
    ];
    expect(await imported(lines, { dryRun: true })).toMatchObject({ imported: 2, known: 0, refused, room: 50_000 });
    expect(await counts()).toEqual({ rows: 0, total: 0, left: 0 });
    expect(await imported(lines)).toMatchObject({ imported: 2, known: 0, refused, room: 49_998 });
    expect(await imported(lines, { dryRun: true })).toMatchObject({ imported: 0, known: 2, refused });
    expect(
      (await query('select data::text from submissions where form_id = $1 order by 1')).map(({ data }) => data),
    ).toEqual(['{"__proto__":{"x":1}}', '{"a":1}']);
  });

  it('is refused as a whole beyond the limit of the plan, which deletions give back', async () => {
    const { prisma } = account.deps.database;
    await prisma.user.update({ where: { id: user.id }, data: { plan: 'no longer sold' } });
    const other = await buildForm(prisma, { userId: user.id });
    expect(await imported(manyLines(990), { formId: other.id })).toMatchObject({ room: 10 });
    const refused = await importLines(manyLines(11));
    expect([refused.status, refused.body]).toEqual([
      403,
      {
        error: 'Your plan keeps up to 1,000 imported submissions. Delete some, undo an import, or upgrade your plan.',
        code: 'import_limit_reached',
      },
    ]);
    expect(await counts()).toEqual({ rows: 0, total: 0, left: 0 });
    expect(await imported(manyLines(10))).toMatchObject({ imported: 10, room: 0 });
    expect((await importLines(manyLines(1, 10))).status).toBe(403);
    // What is known takes no room.
    expect(await imported(manyLines(10))).toMatchObject({ imported: 0, known: 10, room: 0 });
    const body = { filter: { q: 'visitor 7' } };
    await account.call(`POST /api/v1/forms/${other.id}/submissions/delete`, { token, body });
    expect(await imported(manyLines(1, 10))).toMatchObject({ imported: 1 });
    expect((await account.call(`DELETE /api/v1/forms/${other.id}`, { token })).status).toBe(204);
    expect(await imported(manyLines(1, 11))).toMatchObject({ room: 988 });
  });
});

it('calls of several processes pass the limit together as little as one, and a process does one at a time', async () => {
  const { database, lifecycle } = account.deps;
  await database.prisma.user.update({ where: { id: user.id }, data: { plan: 'no longer sold' } });
  await imported(manyLines(990));
  const second = await listen(anotherApp(account.deps, { lifecycle }), { host: '127.0.0.1', port: 0 });
  onTestFinished(second.close);
  const send = (base: string, from: number) =>
    fetch(`${base}/api/v1/forms/${form.id}/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' },
      body: manyLines(10, from)
        .map((line) => JSON.stringify(line))
        .join('\n'),
    });
  const client = await database.pool.connect();
  const waiting = () =>
    client.query(`select from pg_stat_activity where wait_event = 'advisory' and datname = current_database()`);
  await client.query('select pg_advisory_lock(7203119, hashtext($1))', [user.id]);
  const answers = [send(account.url, 1_000), send(`http://127.0.0.1:${second.port}`, 2_000)];
  await waitUntil(async () => (await waiting()).rowCount === 2, { what: 'both calls to wait for their turn' });
  const third = await importLines(manyLines(1));
  expect([third.status, third.body, third.headers.get('retry-after')]).toMatchObject([
    429,
    { code: 'import_running' },
    '1',
  ]);
  await client.query('select pg_advisory_unlock_all()');
  client.release();
  expect((await Promise.all(answers)).map(({ status }) => status).toSorted()).toEqual([200, 403]);
  expect(await counts()).toEqual({ rows: 1_000, total: 1_000, left: 1_000 });
});

it('bodies that come slowly hold up no other account, and there are at most sixteen of them', async () => {
  const importLine = createImport(account.deps);
  const body = async () => Buffer.from('{"a":1}');
  const wanted = (userId: string) => ({
    actor: { userId, name: 'session', address: null, userAgent: null },
    user: { plan: 'no longer sold' },
    form: { id: form.id, userId },
    dryRun: false,
  });
  const slow = Promise.withResolvers<Uint8Array>();
  const held = Array.from({ length: 15 }, () => importLine(wanted(randomUUID()), () => slow.promise));
  expect(await importLine(wanted(user.id), body)).toMatchObject({ imported: 1 });
  const last = importLine(wanted(randomUUID()), () => slow.promise);
  await expect(importLine(wanted(user.id), body)).rejects.toMatchObject({ status: 503 });
  slow.reject(new Error('gone'));
  const ends = await Promise.allSettled([...held, last]);
  expect(ends.map(({ status }) => status)).toEqual(Array(16).fill('rejected'));
  expect(await importLine(wanted(user.id), body)).toMatchObject({ known: 1 });
});

it('a check waits for a busy database as long as an import does', async () => {
  const client = await account.deps.database.pool.connect();
  onTestFinished(() => client.release(true));
  await client.query('begin; lock table imports in access exclusive mode');
  const check = importLines(['{"a":1}'], { dryRun: true });
  const waiting = () =>
    query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()
       and xact_start < clock_timestamp() - interval '6 s'`,
      [],
    );
  await waitUntil(async () => (await waiting()).length, {
    what: 'the check to wait for six seconds',
    timeoutMs: 15_000,
  });
  await client.query('rollback');
  expect(await check).toMatchObject({ status: 200, body: { imported: 1 } });
}, 30_000);

describe('a call that imports', () => {
  it.each([
    ['without a type', { 'content-type': 'text/plain' }],
    ['in JSON', { 'content-type': 'application/json' }],
    ['in another charset', { 'content-type': 'application/x-ndjson; charset=latin1' }],
    ['that is compressed', { 'content-encoding': 'gzip' }],
  ])('is refused %s', async (_what, headers) => {
    const answer = await importLines(['{"a":1}'], { headers });
    expect([answer.status, answer.body]).toMatchObject([415, { code: 'unsupported_type' }]);
  });

  it('takes 1,000 lines and 5 MB, and no more', async () => {
    expect(await imported(manyLines(1_000))).toMatchObject({ imported: 1_000 });
    for (const lines of [manyLines(1_001), Array(6).fill(JSON.stringify({ a: 'x'.repeat(900_000) }))]) {
      const answer = await importLines(lines);
      expect([answer.status, answer.body]).toMatchObject([413, { code: 'too_large' }]);
    }
    const invalid = await importLines(['{"a":1}'], { importId: 'mine' });
    expect([invalid.status, invalid.body]).toMatchObject([422, { code: 'invalid_input' }]);
  });

  it('is for editors and keys that write, and adds to no import of another form', async () => {
    const { prisma } = account.deps.database;
    const by = async (role: 'viewer' | 'editor') => account.signIn(await buildMember(prisma, user.id, { role }));
    const refused = await importLines(['{"a":1}'], { by: await by('viewer') });
    expect([refused.status, refused.body]).toMatchObject([403, { code: 'role_too_low' }]);
    const { key: reading } = await makeKey(account, user.id, { scope: 'read' });
    expect((await importLines(['{"a":1}'], { by: reading })).body).toMatchObject({ code: 'key_may_only_read' });
    const { key } = await makeKey(account, user.id);
    expect(await imported(['{"a":1}'], { by: key })).toMatchObject({ imported: 1 });
    const { importId } = await imported(['{"a":2}'], { by: await by('editor') });
    expect(await imports()).toMatchObject({ imports: [{ id: importId }, { personId: null, email: null }] });

    const stranger = await buildUser(prisma);
    const formId = (await buildForm(prisma, { userId: stranger.id })).id;
    const foreign = await importLines(['{"a":3}'], { importId, formId, by: await account.signIn(stranger) });
    expect([foreign.status, foreign.body]).toMatchObject([404, { code: 'import_not_found' }]);
    expect(await counts(formId)).toEqual({ rows: 0, total: 0, left: 0 });
  });
});
