import { writeRefusals } from '@inlet/redis/refusals';
import { buildForm } from '@inlet/testing/build-form';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { keepRefusals } from '#forms/refusals/keep-refusals.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await startTestAccount();
});
afterAll(() => account.close());

const makeForm = async () => {
  const { prisma } = account.deps.database;
  return buildForm(prisma, { userId: (await buildUser(prisma)).id });
};
const refuse = (formId: string, counts: Record<string, number>) =>
  writeRefusals(account.deps.redis, account.keys, [{ formId, counts, latest: [] }]);
/** Uses the role of the service, which has few rights. */
const keep = (options = {}) => keepRefusals({ ...account.deps, database: account.serviceDatabase }, options);
async function keptOf(formId: string) {
  const rows = await account.deps.database.prisma.dailyRefusalCounter.findMany({
    where: { formId },
    orderBy: [{ day: 'asc' }, { reason: 'asc' }],
  });
  return rows.map(({ day, reason, refusalCount }) => [day.toISOString().slice(0, 10), reason, Number(refusalCount)]);
}
function setTime(time: string): void {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

it('counts of refusals outlast Redis, however often they are copied', async () => {
  setTime('2026-11-20T12:00:00Z');
  const { id } = await makeForm();
  await refuse(id, { too_large: 2 });
  await Promise.all([keep(), keep()]);
  await refuse(id, { too_large: 1, rate_limited: 5 });
  await keep();
  await keep();
  const kept = [
    ['2026-11-20', 'rate_limited', 5],
    ['2026-11-20', 'too_large', 3],
  ];
  expect(await keptOf(id)).toEqual(kept);
  await account.deps.redis.del(account.keys.refusalCounts(id, '2026-11-20'));
  await refuse(id, { too_large: 1 });
  await keep();
  expect(await keptOf(id)).toEqual(kept);
});

it('unknown reasons count as one, so a form has few rows', async () => {
  setTime('2026-11-20T12:00:00Z');
  const { id } = await makeForm();
  await refuse(id, Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`made_up_${n}`, 2])));
  await keep();
  expect(await keptOf(id)).toEqual([['2026-11-20', 'other', 100]]);
});

it('a process that was away copies all days that Redis has; later rounds copy two', async () => {
  setTime('2026-11-20T12:00:00Z');
  const { id } = await makeForm();
  await refuse(id, { too_large: 1 });
  setTime('2026-11-22T12:00:00Z');
  await keep();
  expect(await keptOf(id)).toEqual([]);
  await keep({ isFirst: true });
  expect(await keptOf(id)).toEqual([['2026-11-20', 'too_large', 1]]);
});

it('a form that is gone is left out, and its counts go with it', async () => {
  setTime('2026-11-20T12:00:00Z');
  const [gone, left] = [await makeForm(), await makeForm()];
  await refuse(gone.id, { too_large: 1 });
  await keep();
  await account.deps.database.prisma.form.delete({ where: { id: gone.id } });
  expect(await keptOf(gone.id)).toEqual([]);
  await refuse(left.id, { too_large: 1 });
  await keep();
  expect([await keptOf(gone.id), (await keptOf(left.id)).length]).toEqual([[], 1]);
});
