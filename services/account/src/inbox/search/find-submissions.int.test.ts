import { matchesQuery, parseQuery } from '@inlet/contracts/search-query';
import type { SubmissionFilter } from '@inlet/contracts/submissions';
import { cancellable } from '@inlet/db/cancellable';
import type { Form } from '@inlet/db/client';
import { type Database, openDatabase } from '@inlet/db/database';
import { beyond, type Direction, highestId, type Position, rangeOf } from '@inlet/submissions/range';
import { buildForm } from '@inlet/testing/build-form';
import { buildUser } from '@inlet/testing/build-user';
import { openConnection } from '@inlet/testing/sql';
import { createTestDatabase, type TestDatabase } from '@inlet/testing/test-database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findSubmissions, noteIfLarge, type SearchWanted, smallFormRows } from '#inbox/search/find-submissions.ts';
import { indexAllBut } from '#inbox/search/index-all.test-setup.ts';
import type { MeasuredRow, SubmissionRow } from '#inbox/submissions/submission-row.ts';

const rowCount = 400;
/** Few rows, so that the index finds most. */
const rowsBefore = 5;
const startMs = Date.UTC(2025, 2, 1);
const words = [
  ...['Anna', 'ÜBER', 'größe', 'a%b', 'a_b', 'c\\d', '"quoted"', 'line\nbreak', '日本語', '👋🏽', 'ab', 'x'],
  ...['García', 'Łukasz', 'photos', 'attached', 'https://example.com/a', 'ΟΔΟΣ', 'O’Brien', 'Москва', 'x@y.example'],
];
const origins = ['https://example.com', 'https://shop.example.com', null];
const terms = [
  ...words,
  ...['anna', 'ANN', 'über', 'GRÖSSE', '%', '_', '\\', '"', '\n', 'e\nb', '本', '日本', '👋', 'annax', 'zz', 'q'],
  ...['a-b', 'ab anna', '%b a', 'note', '1.0', "' or 1=1", '\\d', 'd"'],
  ...['garcia', 'GARCÍA', 'lukasz', 'attached photos', 'photos attached', 'note:anna', 'note:garcia lukasz', 'noté:x'],
  ...[
    'number:anna',
    'number:12',
    '"photos attached"',
    'note:"photos attached"',
    'https://example.com/a',
    'example.com',
  ],
  ...[
    'https:',
    'groesse',
    'οδος',
    '本語',
    'мос',
    'ква',
    'x@y',
    '@example',
    'москва x',
    "o'brien",
    '\u0301',
    '"',
    'note:',
    'exact:1',
  ],
];

let testDatabase: TestDatabase;
let database: Database;
let rows: SubmissionRow[];
/** The same submissions in two forms, one of which has the texts of most of them. */
let [plain, indexed] = [{} as Form, {} as Form];

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, maxConnections: 3, applicationName: 'test' });
  const user = await buildUser(database.prisma);
  plain = await buildForm(database.prisma, { userId: user.id });
  indexed = await buildForm(database.prisma, { userId: user.id });
  rows = Array.from({ length: rowCount }, (_, n) => someRow(n));
  for (const { id: formId } of [plain, indexed]) {
    await database.pool.query(
      `insert into submissions (id, form_id, data, origin, is_spam, created_at)
       select md5($1 || id)::uuid, $1::uuid, data::json, origin, is_spam, created_at
       from unnest($2::text[], $3::text[], $4::text[], $5::bool[], $6::timestamptz[])
         as rows(id, data, origin, is_spam, created_at)`,
      [
        formId,
        rows.map(({ id }) => id),
        rows.map(({ data }, n) => (n % 7 === 0 ? escaped(data) : data)),
        rows.map(({ origin }) => origin),
        rows.map(({ isSpam }) => isSpam),
        rows.map(({ createdAt }) => createdAt),
      ],
    );
  }
  await indexAllBut(database.pool, indexed.id, 30);
});
afterAll(async () => {
  await database.close();
  await testDatabase.close();
});

/** Many share a time, and each has a number that identifies it in both forms. */
function someRow(n: number): SubmissionRow {
  const message = Array.from({ length: 1 + chance(n, 1, 4) }, (_, m) => words[chance(n, 2 + m, words.length)]).join(
    ' ',
  );
  return {
    id: `n${n}`,
    formId: '',
    data: JSON.stringify({ number: n, note: message }).replace(/\}$/, ',"exact":1.0}'),
    origin: origins[chance(n, 7, 3)] ?? null,
    userAgent: null,
    isSpam: chance(n, 8, 5) === 0,
    spam: null,
    isChecking: false,
    createdAt: new Date(startMs + chance(n, 9, 150) * 60_000),
    files: null,
    ruleErrors: null,
    rulesVersion: null,
    confirmation: null,
    confirmedAt: null,
  };
}

/** A number below a limit, identical in every run. */
function chance(n: number, salt: number, limit: number): number {
  let value = Math.imul(n + 1, 0x9e3779b1) ^ Math.imul(salt + 1, 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 15), 0xc2b2ae35);
  return ((value ^ (value >>> 13)) >>> 0) % limit;
}

/** The same with some letters escaped, as some programs do. */
function escaped(json: string): string {
  return json
    .replaceAll('/', '\\/')
    .replace(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** A parser would turn 1.0 into 1, but it is searched as it was sent. */
const fieldsOf = (json: string) => JSON.parse(json.replace('"exact":1.0', '"exact":"1.0"'));

/** The meaning of a filter, computed without a database. */
function isMeant({ data, origin, isSpam, createdAt }: SubmissionRow, filter: SubmissionFilter): boolean {
  return (
    isSpam === filter.spam &&
    matchesQuery(parseQuery(filter.q), fieldsOf(data)) &&
    (filter.origin === undefined || (filter.origin === 'none' ? origin === null : origin === filter.origin)) &&
    (!filter.from || createdAt >= filter.from) &&
    (!filter.to || createdAt < filter.to)
  );
}

const numberOf = ({ data }: Pick<MeasuredRow, 'data'>) => Number(/"number":(\d+)/.exec(data ?? '')?.[1]);

const find = (...[wanted, limits]: [SearchWanted, Parameters<typeof findSubmissions>[2]?]) =>
  cancellable(database.pool, new AbortController().signal, (connection) => findSubmissions(connection, wanted, limits));

/** Every found row, a few at a time, each page with the position of its last one. */
async function walk(
  form: Form,
  filter: SubmissionFilter,
  direction: Direction,
  limit: number,
  limits = {},
): Promise<MeasuredRow[]> {
  const found: MeasuredRow[] = [];
  let range = rangeOf(filter);
  for (;;) {
    const wanted = { formId: form.id, filter, range, direction, limit, rowCount, isCounted: false };
    const { rows: page, stoppedAt } = await find(wanted, { rowsBefore, candidatesMost: rowCount, ...limits });
    expect(stoppedAt).toBeNull();
    found.push(...page);
    const last = page.at(-1);
    if (!last || page.length < limit) return found;
    range = beyond(range, last, direction);
  }
}

const moment = (n: number, salt: number) => new Date(startMs + chance(n, salt, 160) * 60_000);
const filters: SubmissionFilter[] = [
  ...terms.map((q) => ({ q, spam: false })),
  ...terms.map((q, n) => ({
    q,
    spam: n % 3 === 0,
    origin: ['https://example.com', 'none', 'https://no.example'][n % 3],
  })),
  ...terms.map((q, n) => ({ q: n % 2 ? q : '', spam: n % 5 === 0, from: moment(n, 20), to: moment(n, 21) })),
  ...terms.map((q, n) => ({
    q,
    spam: false,
    origin: 'none',
    ...(n % 2 ? { from: moment(n, 22) } : { to: moment(n, 23) }),
  })),
  { q: '', spam: true },
  { q: '', spam: false, origin: 'https://shop.example.com' },
  { q: '', spam: false, origin: 'https://no.example' },
];

describe.each([
  ['a form whose submissions are looked at one by one', () => plain],
  ['a form whose submissions have texts', () => indexed],
])('in %s', (_what, formOf) => {
  it.each(filters)('%j finds its submissions, in both directions', async (filter) => {
    const meant = rows.filter((row) => isMeant(row, filter)).map(numberOf);
    const older = await walk(formOf(), filter, 'older', 37);
    const newer = await walk(formOf(), filter, 'newer', 29);
    expect(older.map(numberOf).toSorted((a, b) => a - b)).toEqual(meant);
    expect(newer.map(({ id }) => id)).toEqual(older.map(({ id }) => id).toReversed());
    const times = older.map(({ createdAt }) => createdAt.getTime());
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });
});

it.each(['older', 'newer'] as const)(
  'a word that too many have is looked for in the rows, %s ones behind',
  async (direction) => {
    const filter = { q: 'anna', spam: false };
    const found = await walk(indexed, filter, direction, 500, { candidatesMost: 3 });
    const meant = rows.filter((row) => isMeant(row, filter)).map(numberOf);
    expect(found.map(numberOf).toSorted((a, b) => a - b)).toEqual(meant);
  },
);

it('asks the index, and looks at each submission without a text', async () => {
  const filter = { q: 'garcia', spam: false };
  const all = (await walk(indexed, filter, 'older', 500)).map(numberOf);
  const texts = "update search_texts set folded = $2 where form_id = $1 and folded like '%garcia%'";
  await database.pool.query(texts, [indexed.id, 'none']);
  expect((await walk(indexed, filter, 'older', 500)).length).toBeLessThan(all.length / 2);
  await database.pool.query("update search_texts set folded = null where form_id = $1 and folded = 'none'", [
    indexed.id,
  ]);
  expect((await walk(indexed, filter, 'older', 500)).map(numberOf)).toEqual(all);
});

it('looks at the rows where the index takes too long', async () => {
  const filter = { q: 'garcia', spam: false };
  const all = (await walk(indexed, filter, 'older', 500)).map(numberOf);
  const other = await openConnection(testDatabase.url);
  await other.query('begin; lock table search_texts in access exclusive mode');
  const found = await walk(indexed, filter, 'older', 500, { candidatesMs: 50 });
  expect(found.map(numberOf)).toEqual(all);
});

it.each(['older', 'newer'] as const)('is found in %s steps where a search takes too long', async (direction) => {
  const filter = { q: 'garcia', spam: false };
  for (const form of [plain, indexed]) {
    const found: MeasuredRow[] = [];
    let stops = 0;
    let range = rangeOf(filter);
    for (let last: Position | undefined | null; last !== null; ) {
      const wanted = { formId: form.id, filter, range, direction, limit: 1_000, rowCount, isCounted: true };
      const step = await find(wanted, { searchMs: 0, countMs: 0, rowsBefore });
      found.push(...step.rows);
      last = step.stoppedAt;
      if (last) {
        expect(step.progress).toMatchObject({ isComplete: false });
        expect(step.counted?.isExact).toBe(false);
        range = beyond(range, last, direction);
        stops += 1;
      }
    }
    expect(stops).toBeGreaterThan(form === plain ? 0 : 2);
    const meant = rows.filter((row) => isMeant(row, filter)).map(numberOf);
    expect(found.map(numberOf).toSorted((a, b) => a - b)).toEqual(meant);
  }
});

it('counts what a filter finds, and says how far it has looked', async () => {
  const filter = { q: 'anna', spam: false };
  const meant = rows.filter((row) => isMeant(row, filter)).length;
  const wanted = { filter, range: rangeOf(filter), direction: 'older', limit: 5, isCounted: true } as const;
  for (const form of [plain, indexed]) {
    const found = await find({ ...wanted, formId: form.id, rowCount });
    expect(found.rows).toHaveLength(5);
    expect(found.counted).toEqual({ count: meant, isExact: true });
    expect(found.progress).toEqual({ isComplete: true, searchedBack: null, progress: 1 });
  }
});

describe('the first search of a large form', () => {
  const searchedAt = async () =>
    (await database.prisma.searchFill.findUnique({ where: { formId: plain.id } }))?.searchedAt.getTime();
  const filter = { q: 'anna', spam: false };
  const search = async (rowCountOfForm: number) => {
    const wanted = { formId: plain.id, filter, range: rangeOf(filter), rowCount: rowCountOfForm };
    await noteIfLarge(database.pool, wanted);
    return find({ ...wanted, direction: 'older', limit: 5, isCounted: true });
  };

  it('asks for an index, and each hour says that it is used', async () => {
    await search(smallFormRows);
    expect(await searchedAt()).toBeUndefined();
    const found = await search(2 * smallFormRows);
    expect(found.progress?.progress).toBe(0);
    const first = await searchedAt();
    expect(first).toBeGreaterThan(Date.now() - 10_000);
    await search(2 * smallFormRows);
    expect(await searchedAt()).toBe(first);
    await database.prisma.searchFill.update({
      where: { formId: plain.id },
      data: {
        searchedAt: new Date(Date.now() - 3_700_000),
        ...{ filledAt: new Date(), filledId: highestId, filledCount: smallFormRows },
      },
    });
    expect((await search(2 * smallFormRows)).progress?.progress).toBe(0.5);
    expect(await searchedAt()).toBeGreaterThanOrEqual(first ?? 0);
  });
});

it('the terms of this test find some, many and none', () => {
  const counts = filters.map((filter) => rows.filter((row) => isMeant(row, filter)).length);
  expect(counts.filter((count) => count === 0).length).toBeGreaterThan(10);
  expect(counts.filter((count) => count > 0 && count < 20).length).toBeGreaterThan(10);
  expect(counts.filter((count) => count > 100).length).toBeGreaterThan(5);
});
