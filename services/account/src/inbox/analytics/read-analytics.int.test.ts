import { analyticsSchema } from '@inlet/contracts/analytics';
import type { Form, User } from '@inlet/db/client';
import { buildForm } from '@inlet/testing/build-form';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';

const a = 'https://a.example';
const b = 'https://b.example';

let account: TestAccount;
let user: User;
let token: string;
let form: Form;
let other: Form;

beforeAll(async () => {
  account = await startTestAccount();
  const { prisma } = account.deps.database;
  user = await buildUser(prisma);
  token = await account.signIn(user);
  form = await buildForm(prisma, { userId: user.id });
  other = await buildForm(prisma, { userId: user.id });
  const foreign = await buildForm(prisma, { userId: (await buildUser(prisma)).id });
  await receive(form, { '2026-03-10': { [a]: 5, [b]: 2, '': 1 }, '2026-03-08': { [a]: 1 }, '2026-03-07': { [b]: 40 } });
  await receive(other, { '2026-03-10': { [b]: 4 } });
  await receive(foreign, { '2026-03-10': { [a]: 1_000 } });
});
afterAll(() => account.close());

/** Counts as the worker does. */
async function receive({ id: formId }: Form, days: Readonly<Record<string, Record<string, number>>>): Promise<void> {
  const { prisma } = account.deps.database;
  for (const [date, origins] of Object.entries(days)) {
    const day = new Date(date);
    const submissionCount = Object.values(origins).reduce((sum, count) => sum + count, 0);
    await prisma.dailyFormCounter.create({ data: { formId, day, submissionCount } });
    for (const [origin, count] of Object.entries(origins)) {
      await prisma.dailyOriginCounter.create({ data: { formId, day, origin, submissionCount: count } });
    }
  }
}

/** Reads at a given time; by default, the tenth of March. */
async function read(path: string, { at = '2026-03-10T00:00:00Z', as = token } = {}) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(at) });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  return account.call(`GET ${path}`, { token: as });
}
const ofForm = (query = '') => `/api/v1/forms/${form.id}/analytics${query}`;

describe('the analytics of a form', () => {
  it('tell each day up to today, and what each origin sent, the busiest first', async () => {
    const answer = await read(ofForm('?days=3'));
    expect(answer.status).toBe(200);
    expect(analyticsSchema.strict().parse(answer.body)).toMatchObject({
      timeZone: 'UTC',
      total: 9,
      previousTotal: 40,
      days: [
        { date: '2026-03-08', count: 1 },
        { date: '2026-03-09', count: 0 },
        { date: '2026-03-10', count: 8 },
      ],
      origins: [
        { origin: a, count: 6 },
        { origin: b, count: 2 },
        { origin: null, count: 1 },
      ],
    });
  });

  it('are of thirty days when nothing is said, and of a year at the most', async () => {
    const [month, year] = [await read(ofForm()), await read(ofForm('?days=365'))].map(({ body }) =>
      analyticsSchema.parse(body),
    );
    expect([month?.days.length, month?.days[0]?.date, month?.total]).toEqual([30, '2026-02-09', 49]);
    expect([year?.days.length, year?.days[0]?.date]).toEqual([365, '2025-03-11']);
  });

  it('end a day at midnight in UTC', async () => {
    const evening = await read(ofForm('?days=1'), { at: '2026-03-10T23:59:59.999Z' });
    const midnight = await read(ofForm('?days=1'), { at: '2026-03-11T00:00:00Z' });
    expect([evening.body, midnight.body]).toMatchObject([
      { total: 8, days: [{ date: '2026-03-10', count: 8 }] },
      { total: 0, days: [{ date: '2026-03-11', count: 0 }], origins: [] },
    ]);
  });

  it('name a hundred origins at the most', async () => {
    const open = await buildForm(account.deps.database.prisma, { userId: user.id });
    const many = Object.fromEntries(Array.from({ length: 120 }, (_, n) => [`https://${n}.example`, n + 1]));
    await receive(open, { '2025-01-01': many });
    const answer = await read(`/api/v1/forms/${open.id}/analytics?days=1`, { at: '2025-01-01T12:00:00Z' });
    const { total, origins } = analyticsSchema.parse(answer.body);
    expect([total, origins.length, origins[0]]).toEqual([7_260, 100, { origin: 'https://119.example', count: 120 }]);
  });

  it.each(['0', '366', '1.5', 'all', ''])('are refused for %j days', async (days) => {
    const answer = await read(ofForm(`?days=${days}`));
    expect([answer.status, answer.body]).toMatchObject([422, { code: 'invalid_input', issues: [{ field: 'days' }] }]);
  });
});

describe('hours and outcomes', () => {
  /** Counts by hour in UTC, as the previous release counted. */
  async function receiveByHour(owner: User, days: Readonly<Record<string, Record<number, number>>>): Promise<Form> {
    const { prisma } = account.deps.database;
    const own = await buildForm(prisma, { userId: owner.id });
    for (const [date, counts] of Object.entries(days)) {
      const hours = Array.from({ length: 24 }, (_, hour) => counts[hour] ?? 0);
      const submissionCount = hours.reduce((sum, count) => sum + count, 0);
      await prisma.dailyFormCounter.create({
        data: { formId: own.id, day: new Date(date), submissionCount, spamCount: 2, hours },
      });
    }
    return own;
  }
  const daysIn = async (timeZone: string, at = '2026-03-10T12:00:00Z') => {
    const owner = await buildUser(account.deps.database.prisma, { timeZone });
    // A Monday and a Tuesday.
    const own = await receiveByHour(owner, { '2026-03-09': { 0: 1, 5: 2, 23: 4 }, '2026-03-10': { 3: 8 } });
    const answer = await read(`/api/v1/forms/${own.id}/analytics?days=3`, { at, as: await account.signIn(owner) });
    return analyticsSchema.parse(answer.body);
  };
  const busy = ({ hoursOfWeek }: Awaited<ReturnType<typeof daysIn>>) =>
    hoursOfWeek.flatMap((hours, day) => hours.flatMap((count, hour) => (count > 0 ? [[day + 1, hour, count]] : [])));

  it('are counted by hour of the week', async () => {
    const found = await daysIn('UTC');
    expect(found.hoursOfWeek.map(({ length }) => length)).toEqual([24, 24, 24, 24, 24, 24, 24]);
    expect(busy(found)).toEqual([
      [1, 0, 1],
      [1, 5, 2],
      [1, 23, 4],
      [2, 3, 8],
    ]);
  });

  it.each([
    [
      'America/New_York',
      [1, 2 + 4 + 8, 0],
      [
        [1, 1, 2],
        [1, 19, 4],
        [1, 23, 8],
        [7, 20, 1],
      ],
    ],
    [
      'Europe/Madrid',
      [0, 1 + 2, 4 + 8],
      [
        [1, 1, 1],
        [1, 6, 2],
        [2, 0, 4],
        [2, 4, 8],
      ],
    ],
    // Hours start at half past there. Submissions without a half hour count towards the first one.
    [
      'Asia/Kolkata',
      [0, 1 + 2, 4 + 8],
      [
        [1, 5, 1],
        [1, 10, 2],
        [2, 4, 4],
        [2, 8, 8],
      ],
    ],
  ])('in %s are those of its clock', async (timeZone, days, hours) => {
    const found = await daysIn(timeZone);
    expect(found).toMatchObject({ timeZone, total: 15 });
    expect(found.days.map(({ count }) => count)).toEqual(days);
    expect(found.days.at(-1)?.date).toBe('2026-03-10');
    expect(busy(found)).toEqual(hours);
  });

  it.each([
    [
      'Asia/Kolkata',
      [0, 3, 9],
      [
        [2, 0, 5],
        [1, 23, 3],
        [2, 7, 4],
      ],
    ],
    [
      'Europe/Madrid',
      [0, 8, 4],
      [
        [1, 19, 8],
        [2, 3, 4],
      ],
    ],
  ])('by halves, in %s, begin a day where it begins, whichever release counted', async (timeZone, days, hours) => {
    const owner = await buildUser(account.deps.database.prisma, { timeZone });
    // Midnight in India is half past six in the evening in UTC.
    const own = await receiveByHour(owner, { '2026-03-09': { 18: 5 }, '2026-03-10': { 2: 3 } });
    await account.deps.database.pool.query(
      `update daily_form_counters set submission_count = submission_count + case day when '2026-03-09' then 3 else 1 end,
         late_hours[19] = case day when '2026-03-09' then 3 end,
         half_hours[37] = case day when '2026-03-09' then 1 else 0 end,
         half_hours[38] = case day when '2026-03-09' then 2 else 0 end,
         half_hours[5] = case day when '2026-03-09' then 0 else 1 end
       where form_id = $1`,
      [own.id],
    );
    const answer = await read(`/api/v1/forms/${own.id}/analytics?days=3`, {
      at: '2026-03-10T12:00:00Z',
      as: await account.signIn(owner),
    });
    const found = analyticsSchema.parse(answer.body);
    expect([found.days.map(({ count }) => count), found.total]).toEqual([days, 12]);
    expect(busy(found).toSorted()).toEqual(hours.toSorted());
  });

  it.each([
    ['America/New_York', '2026-03-10T03:59:59Z', '2026-03-09'],
    ['Pacific/Auckland', '2026-03-10T11:00:00Z', '2026-03-11'],
  ])('in %s begin a day at midnight there', async (timeZone, at, today) => {
    expect((await daysIn(timeZone, at)).days.at(-1)?.date).toBe(today);
  });

  it('leave submissions of an earlier release, which have no hour, in their day', async () => {
    const owner = await buildUser(account.deps.database.prisma, { timeZone: 'America/New_York' });
    const own = await receiveByHour(owner, { '2026-03-09': { 2: 1 } });
    await account.deps.database.prisma.dailyFormCounter.updateMany({
      where: { formId: own.id },
      data: { submissionCount: 6 },
    });
    const answer = await read(`/api/v1/forms/${own.id}/analytics?days=3`, { as: await account.signIn(owner) });
    // The tenth starts five hours later there.
    expect(analyticsSchema.parse(answer.body)).toMatchObject({
      total: 6,
      days: [{ count: 0 }, { date: '2026-03-08', count: 1 }, { date: '2026-03-09', count: 5 }],
    });
  });

  it('tell what was spam on arrival, and what was refused and why', async () => {
    const { prisma } = account.deps.database;
    const owner = await buildUser(prisma);
    const own = await receiveByHour(owner, { '2026-03-09': { 0: 1 }, '2026-03-10': { 5: 2 }, '2026-03-01': {} });
    const refused = (day: string, reason: string, refusalCount: number) => ({
      formId: own.id,
      day: new Date(day),
      reason,
      refusalCount,
    });
    await prisma.dailyRefusalCounter.createMany({
      data: [
        refused('2026-03-10', 'too_large', 3),
        refused('2026-03-09', 'too_large', 1),
        refused('2026-03-10', 'rate_limited', 9),
        refused('2026-03-01', 'rate_limited', 90),
      ],
    });
    const answer = await read(`/api/v1/forms/${own.id}/analytics?days=2`, { as: await account.signIn(owner) });
    expect(analyticsSchema.parse(answer.body).outcomes).toEqual({
      accepted: 3,
      spam: 4,
      refused: [
        { reason: 'rate_limited', count: 9 },
        { reason: 'too_large', count: 4 },
      ],
    });
  });
});

it('the analytics tell how often the page was shown, and what it sent', async () => {
  const { prisma } = account.deps.database;
  const owner = await buildUser(prisma);
  const [own, second] = [await buildForm(prisma, { userId: owner.id }), await buildForm(prisma, { userId: owner.id })];
  await receive(own, { '2026-03-10': { [account.deps.config.PUBLIC_URL]: 3, [a]: 9 }, '2026-03-07': { [a]: 1 } });
  const shown = (formId: string, day: string, viewCount: number) => ({ formId, day: new Date(day), viewCount });
  await prisma.dailyPageViews.createMany({
    data: [shown(own.id, '2026-03-09', 5), shown(own.id, '2026-03-10', 7), shown(own.id, '2026-03-01', 90)],
  });
  await prisma.dailyPageViews.create({ data: shown(second.id, '2026-03-10', 100) });
  const as = await account.signIn(owner);
  const counts = async (path: string) => analyticsSchema.parse((await read(path, { as })).body).hostedPage;
  expect(await counts(`/api/v1/forms/${own.id}/analytics?days=2`)).toEqual({ views: 12, submissions: 3 });
  expect(await counts('/api/v1/analytics?days=2')).toEqual({ views: 112, submissions: 3 });
});

describe('the analytics of an account', () => {
  it('are those of all its forms together, and of no others', async () => {
    const answer = await read('/api/v1/analytics?days=1');
    expect(answer.body).toMatchObject({
      total: 12,
      days: [{ date: '2026-03-10', count: 12 }],
      origins: [
        { origin: b, count: 6 },
        { origin: a, count: 5 },
        { origin: null, count: 1 },
      ],
    });
  });

  it('are nothing where there is no form', async () => {
    const as = await account.signIn(await buildUser(account.deps.database.prisma));
    const answer = await read('/api/v1/analytics?days=1', { as });
    expect(answer.body).toMatchObject({ total: 0, days: [{ date: '2026-03-10', count: 0 }], origins: [] });
  });
});

describe.each([
  ['pro', 200],
  ['early_pro', 200],
  ['starter', 403],
  ['free', 403],
  [null, 403],
])('on the plan %j', (plan, status) => {
  it(`are answered with ${status}`, async () => {
    const { prisma } = account.deps.database;
    const owner = await buildUser(prisma, { plan });
    const own = await buildForm(prisma, { userId: owner.id });
    const as = await account.signIn(owner);
    for (const path of [`/api/v1/forms/${own.id}/analytics`, '/api/v1/analytics']) {
      const answer = await read(path, { as });
      expect(answer.status).toBe(status);
      if (status === 403) {
        expect(answer.body).toEqual({
          error: 'Analytics is not part of your plan. Upgrade your plan to use it.',
          code: 'feature_not_in_plan',
        });
      }
    }
  });
});
