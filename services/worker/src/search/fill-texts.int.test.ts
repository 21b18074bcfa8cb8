import { asStored, foldText } from '@inlet/contracts/search-query';
import type { Form } from '@inlet/db/client';
import { type Database, openDatabase } from '@inlet/db/database';
import { transaction } from '@inlet/db/transaction';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { createMetrics } from '@inlet/observe/metrics';
import { startBackgroundWork } from '@inlet/process/background-work';
import { createLogger } from '@inlet/process/logger';
import { indexedText } from '@inlet/submissions/indexed-text';
import { lowestId } from '@inlet/submissions/range';
import { buildForm } from '@inlet/testing/build-form';
import { buildAcceptedSubmission } from '@inlet/testing/build-submission';
import { buildUser } from '@inlet/testing/build-user';
import { openConnection } from '@inlet/testing/sql';
import { createTestDatabase, type TestDatabase } from '@inlet/testing/test-database';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { backgroundWork } from '#background-work.ts';
import { removeSome } from '#cleanup/remove-deleted.ts';
import { fillTexts, textsAtOnce } from '#search/fill-texts.ts';
import { measureIndexing } from '#search/index-forms.ts';
import { dropOldIndexes, findUnfinished, takeFill, writeTexts } from '#search/search.store.ts';
import { storeWithHalving } from '#submissions/store-with-halving.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const startMs = Date.UTC(2025, 2, 1);

let testDatabase: TestDatabase;
let database: Database;
/** A connection with the worker's rights. */
let worker: Database;
let form: Form;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, maxConnections: 6, applicationName: 'test' });
  worker = openDatabase({ url: testDatabase.workerUrl, maxConnections: 6, applicationName: 'worker' });
});
afterAll(async () => {
  await worker.close();
  await database.close();
  await testDatabase.close();
});
beforeEach(async () => {
  await database.pool.query('delete from search_fills');
  const user = await buildUser(database.prisma);
  form = await buildForm(database.prisma, { userId: user.id });
});

/** Stores submissions one second apart. */
async function store(count: number, { from = 0, json = '{"note":"Grüße"}', isSpam = false } = {}): Promise<string[]> {
  const batch = Array.from({ length: count }, (_, n) =>
    buildAcceptedSubmission({ formId: form.id, receivedAtMs: startMs + Math.round((from + n) * 1_000), json, isSpam }),
  );
  await storeWithHalving(worker.pool, batch, () => Promise.reject(new Error('nothing is refused here')));
  return batch.map(({ id }) => id);
}

/** The steps of account at the first search. */
async function search(searchedAt = new Date()): Promise<void> {
  const where = { formId: form.id };
  await database.prisma.searchFill.upsert({ where, create: { ...where, searchedAt }, update: { searchedAt } });
}
/** Runs steps until nothing is left to do now. */
async function work(): Promise<number> {
  let count = 0;
  for (let goesOn = true; goesOn; ) {
    const filled = await fillTexts(worker.pool, form.id);
    count += filled.count;
    goesOn = filled.goesOn;
  }
  return count;
}
/** Runs until nothing is left at all: transactions of other tests must end first. */
async function settle(): Promise<number> {
  let count = 0;
  const isSettled = async () => {
    count += await work();
    return (await isWhole()) || (await fillOf()) === null;
  };
  await waitUntil(isSettled, { what: 'the texts' });
  return count;
}
async function fill(): Promise<number> {
  await search();
  return settle();
}
const fillOf = () => database.prisma.searchFill.findUnique({ where: { formId: form.id } });
const isWhole = async () => (await fillOf())?.filledId === lowestId;
const comparedLongAgo = () =>
  database.prisma.searchFill.update({ where: { formId: form.id }, data: { comparedAt: new Date(0) } });
const textsOf = () => database.prisma.searchText.findMany({ where: { formId: form.id } });
async function idsWith(text: string): Promise<string[]> {
  const wanted = indexedText(asStored(foldText(text)));
  return (await textsOf())
    .filter(({ folded }) => folded?.includes(wanted))
    .map(({ id }) => id)
    .toSorted();
}

/** Adds a text without a submission beside a valid one. */
const addStray = 'insert into search_texts select gen_random_uuid(), form_id, now() from search_texts where id = $1';

describe('the submissions of a form', () => {
  it('get their texts from the newest on, spam among them', async () => {
    const older = await store(10, { json: '{"note":"ÄPFEL"}' });
    const spam = await store(textsAtOnce, { from: 100, isSpam: true });
    const newer = await store(10, { from: 5_000 });
    await search();
    const filled = await waitUntil(async () => {
      const step = await fillTexts(worker.pool, form.id);
      return step.count > 0 && step;
    });
    expect(filled).toEqual({ count: textsAtOnce, goesOn: true });
    const first = (await textsOf()).map(({ id }) => id);
    expect(newer.filter((id) => !first.includes(id))).toEqual([]);
    expect(older.filter((id) => first.includes(id))).toEqual([]);
    expect(await settle()).toBe(20);
    expect(await isWhole()).toBe(true);
    expect(Number((await fillOf())?.filledCount)).toBe(textsAtOnce + 20);
    expect(await idsWith('äpfel')).toEqual(older.toSorted());
    expect((await textsOf()).map(({ id }) => id).toSorted()).toEqual([...older, ...spam, ...newer].toSorted());
  });

  it('have no text where they are too long for it', async () => {
    const [long] = await store(1, { json: JSON.stringify({ note: 'x'.repeat(70_000) }) });
    const [large] = await store(1, { json: JSON.stringify({ note: 'я'.repeat(32_000) }), from: 1 });
    await fill();
    const texts = new Map((await textsOf()).map(({ id, folded }) => [id, folded?.length ?? null]));
    expect(texts.get(long ?? '')).toBeNull();
    expect(texts.get(large ?? '')).toBeGreaterThan(190_000);
  });

  it('get their texts by one worker at a time, none twice', async () => {
    await store(3 * textsAtOnce);
    await search();
    const run = async () => {
      let count = 0;
      while (!(await isWhole())) count += (await fillTexts(worker.pool, form.id)).count;
      return count;
    };
    const counts = await Promise.all([run(), run(), run()]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3 * textsAtOnce);
    expect(await textsOf()).toHaveLength(3 * textsAtOnce);
  });

  it('bring their texts along once the form is searched, early and late ones', async () => {
    await store(3);
    await search();
    const [early] = await store(1, { from: -1_000, json: '{"note":"early"}' });
    expect(await idsWith('early')).toEqual([early]);
    await settle();
    const [late] = await store(1, { from: 1, json: '{"note":"late"}' });
    expect(await idsWith('late')).toEqual([late]);
    expect(await isWhole()).toBe(true);
    expect(await textsOf()).toHaveLength(5);
  });

  it('all have their texts where others are stored between and during the steps', async () => {
    const ids = await store(4 * textsAtOnce);
    await search();
    const storing = async () => {
      for (let n = 0; n < 20; n += 1) ids.push(...(await store(25, { from: n * 100 + 0.5 })));
    };
    await Promise.all([storing(), settle()]);
    await settle();
    expect((await textsOf()).map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  });

  it('have no texts if the form is not searched', async () => {
    await store(3);
    expect(await textsOf()).toEqual([]);
    expect(await fillTexts(worker.pool, form.id)).toEqual({ count: 0, goesOn: false });
  });

  it('are waited for where they were stored without knowing of the search', async () => {
    const other = await openConnection(testDatabase.url);
    await other.query('begin');
    await other.query(
      `insert into submissions (id, form_id, data, created_at) values (gen_random_uuid(), $1, '{"note":"unseen"}', now())`,
      [form.id],
    );
    await search();
    await work();
    await work();
    expect((await fillOf())?.filledAt).toBeNull();
    await other.query('commit');
    await settle();
    expect(await isWhole()).toBe(true);
    expect(await idsWith('unseen')).toHaveLength(1);
  });
});

it('submissions are stored and deleted before the rights on the tables are granted', async () => {
  await store(1);
  await fill();
  const role = new URL(testDatabase.workerUrl).username;
  const { rows } = await database.pool.query<{ sql: string }>(
    `select format('grant %s on %I to %I', string_agg(privilege_type, ', '), table_name, grantee) as sql
     from information_schema.table_privileges
     where grantee = $1 and table_name in ('search_texts', 'search_fills') group by table_name, grantee`,
    [role],
  );
  await database.pool.query(`revoke all on search_texts, search_fills from "${role}"`);
  onTestFinished(async () => void (await database.pool.query(rows.map(({ sql }) => sql).join('; '))));
  const [id] = await store(1, { json: '{"note":"new"}' });
  expect(await idsWith('new')).toEqual([id]);
  expect((await worker.pool.query('delete from submissions where id = $1', [id])).rowCount).toBe(1);
  expect(await idsWith('new')).toEqual([]);
});

describe('deleting', () => {
  it('takes the text along, also while texts are written', async () => {
    const ids = await store(2 * textsAtOnce);
    await search();
    await fillTexts(worker.pool, form.id);
    const gone = ids.filter((_, n) => n % 10 === 0);
    const deleting = gone.map((id) => database.pool.query('delete from submissions where id = $1', [id]));
    await Promise.all([work(), ...deleting]);
    await settle();
    const left = ids.filter((id) => !gone.includes(id));
    expect((await textsOf()).map(({ id }) => id).toSorted()).toEqual(left.toSorted());
  });

  it('waits for a text that is just being written, and takes it along', async () => {
    const [id] = await store(1);
    await search();
    const other = await openConnection(testDatabase.url);
    const [{ pid }] = (await other.query('select pg_backend_pid() as pid')).rows;
    let isOver = false;
    const isOverOrWaits = async () => {
      const waits = "select from pg_stat_activity where pid = $1 and wait_event_type = 'Lock'";
      return isOver || (await database.pool.query(waits, [pid])).rowCount === 1;
    };
    await transaction(worker.pool, async (client) => {
      await takeFill(client, form.id);
      expect(await writeTexts(client, form.id, textsAtOnce)).toBe(1);
      void other.query('delete from submissions where id = $1', [id]).then(() => {
        isOver = true;
      });
      await waitUntil(isOverOrWaits, { what: 'the deletion to wait' });
    });
    await waitUntil(async () => isOver, { what: 'the deletion' });
    expect(await textsOf()).toEqual([]);
  });

  it('a form leaves neither texts nor a watermark', async () => {
    const [first] = await store(3);
    await fill();
    await database.pool.query(addStray, [first]);
    const { id: formId } = form;
    await database.prisma.$transaction([
      database.prisma.form.delete({ where: { id: formId } }),
      database.prisma.formDeletion.create({ data: { formId } }),
    ]);
    expect(await fillOf()).toBeNull();
    await waitUntil(async () => (await removeSome(worker.pool))?.outcome === 'done');
    expect(await textsOf()).toEqual([]);
  });
});

it('a worker that dies while it writes leaves a step that the next one does again', async () => {
  await store(textsAtOnce + 5);
  await search();
  await waitUntil(async () => (await fillTexts(worker.pool, form.id)).count > 0);
  const dying = openDatabase({ url: testDatabase.workerUrl, maxConnections: 1, applicationName: 'dying' });
  onTestFinished(dying.close);
  const client = await dying.pool.connect();
  client.on('error', () => undefined);
  await client.query('begin');
  expect(await takeFill(client, form.id)).toMatchObject({ isReady: true });
  expect(await writeTexts(client, form.id, textsAtOnce)).toBe(5);
  const { rows } = await client.query('select pg_backend_pid() as pid');
  await database.pool.query('select pg_terminate_backend($1, 10000)', [rows[0].pid]);
  client.release(true);
  expect(await textsOf()).toHaveLength(textsAtOnce);
  expect(await settle()).toBe(5);
  expect(await textsOf()).toHaveLength(textsAtOnce + 5);
});

describe('texts that do not fit the submissions', () => {
  it.each([
    ['are missing', 'delete from search_texts where id = $1'],
    ['are of none', addStray],
  ])('are written anew within a day where they %s', async (_what, sql) => {
    const [first] = await store(2);
    await fill();
    await database.pool.query(sql, [first]);
    expect(await findUnfinished(worker.pool)).not.toContain(form.id);
    await comparedLongAgo();
    expect(await findUnfinished(worker.pool)).toContain(form.id);
    await fillTexts(worker.pool, form.id);
    await settle();
    expect(await isWhole()).toBe(true);
    expect((await textsOf()).map(({ id }) => id).toSorted()).toEqual((await idsOfForm()).toSorted());
  });

  const idsOfForm = async () =>
    (await database.prisma.submission.findMany({ where: { formId: form.id } })).map(({ id }) => id);

  it('are compared once a day, and left where they fit', async () => {
    await store(2);
    await fill();
    await comparedLongAgo();
    await work();
    expect((await fillOf())?.comparedAt?.getTime()).toBeGreaterThan(Date.now() - 3_600_000);
    expect(await isWhole()).toBe(true);
  });
});

describe('30 days after the last search', () => {
  const searchedDaysAgo = (days: number) => search(new Date(Date.now() - days * 86_400_000));

  it('the texts go, and come again with the next one', async () => {
    await store(5);
    await fill();
    await searchedDaysAgo(29);
    await work();
    expect(await textsOf()).toHaveLength(5);
    await searchedDaysAgo(31);
    expect(await findUnfinished(worker.pool)).toContain(form.id);
    await settle();
    expect([await fillOf(), await textsOf()]).toEqual([null, []]);
    await store(1, { from: 10 });
    expect(await textsOf()).toEqual([]);
    await fill();
    expect(await textsOf()).toHaveLength(6);
  });

  it('the texts are written anew where a search comes while they are deleted', async () => {
    await store(5);
    await fill();
    await searchedDaysAgo(31);
    // The watermark is written first.
    await fillTexts(worker.pool, form.id);
    expect([(await fillOf())?.filledAt, (await textsOf()).length]).toEqual([null, 5]);
    await fill();
    expect(await isWhole()).toBe(true);
    expect(await textsOf()).toHaveLength(5);
  });
});

it('the index of the previous release is deleted, the blocks of a form a round after their watermark', async () => {
  const { id: formId } = form;
  const position = { toAt: new Date(), toId: formId };
  const [rowCount, searchedAt] = [1, new Date()];
  await database.prisma.searchIndex.create({ data: { formId, ...position, rowCount, searchedAt } });
  const none = Buffer.alloc(0);
  await database.prisma.searchSegment.create({
    data: { formId, ...position, fromAt: new Date(0), fromId: formId, fingerprint: 0, ids: none, postings: none },
  });
  const left = async () => [await database.prisma.searchIndex.count(), await database.prisma.searchSegment.count()];
  await dropOldIndexes(worker.pool);
  expect(await left()).toEqual([0, 1]);
  await dropOldIndexes(worker.pool);
  expect(await left()).toEqual([0, 0]);
});

describe('the worker', () => {
  function startIndexing(isBusy: () => Promise<boolean>, metrics = createMetrics('test'), log = logger) {
    const countIndexed = measureIndexing(worker.pool, metrics);
    const deps = { pool: worker.pool, isBusy, countIndexed, logger: log };
    return startBackgroundWork({ row: backgroundWork.searchIndex }, deps);
  }

  it('writes texts in the background, but not while submissions wait', async () => {
    await store(textsAtOnce + 1);
    await search();
    let asked = 0;
    const isBusy = async () => {
      asked += 1;
      return true;
    };
    const busy = startIndexing(isBusy);
    await waitUntil(async () => asked > 0);
    await busy.close();
    expect((await fillOf())?.begunAfter).toBeNull();
    const metrics = createMetrics('test');
    const indexing = startIndexing(async () => false, metrics);
    onTestFinished(indexing.close);
    await waitUntil(isWhole);
    await indexing.close();
    expect(await metrics.registry.metrics()).toMatch(
      new RegExp(`inlet_search_indexed_rows_total\\{[^}]*\\} ${textsAtOnce + 1}`),
    );
    expect(await metrics.registry.metrics()).toMatch(/inlet_search_indexes\{[^}]*\} \d/);
  });

  it('fails while Redis is away, and continues later', async () => {
    await search();
    const lines: string[] = [];
    let asked = 0;
    const isBusy = async () => {
      asked += 1;
      throw new Error('Redis is away');
    };
    const says = createLogger({ service: 'test', level: 'warn' }, { write: (line) => void lines.push(line) });
    const indexing = startIndexing(isBusy, createMetrics('test'), says);
    await waitUntil(async () => lines.length > 0);
    await indexing.close();
    expect(asked).toBe(1);
    expect(lines[0]).toContain('indexing failed');
  });
});
