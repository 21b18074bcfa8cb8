import { waitUntil } from '@inlet/local-servers/wait-until';
import { startBackgroundWork } from '@inlet/process/background-work';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { backgroundWork } from '#background-work.ts';
import { openSpamTest, type SpamTest } from '#spam.test-setup.ts';
import type { DueWork } from '#watch/due-work.ts';
import { measureDueWork } from '#watch/watch-due.ts';

let test: SpamTest;

beforeAll(async () => {
  test = await openSpamTest();
});
afterAll(() => test.close());

it('starts due work, and measures how late it is', async () => {
  const { prisma } = test.owner;
  const { pool, logger, metrics } = test.deps;
  const rounds: string[] = [];
  const row = (name: DueWork) => ({
    everyMs: 3_600_000,
    complaint: 'failed',
    run: async () => void rounds.push(name),
  });
  const names = ['notifications', 'autoReplies', 'checks', 'lessons', 'erasures', 'counters', 'removals', 'scans'];
  const table = Object.fromEntries((names as DueWork[]).map((name) => [name, row(name)]));
  const work = startBackgroundWork({ ...table, dueWork: backgroundWork.dueWork }, { pool, logger });
  onTestFinished(work.close);
  expect(rounds.splice(0)).toEqual(names);

  const { id: formId } = await test.addForm();
  const dueAt = new Date(Date.now() - 1_000);
  await prisma.notifications.upsert({
    where: { formId },
    create: { formId, mode: 'instant', dueAt },
    update: { dueAt },
  });
  await prisma.notice.create({ data: { formId, purpose: 'reply', ids: [] } });
  await waitUntil(() => new Set(rounds).size >= 2);
  expect(new Set(rounds)).toEqual(new Set(['notifications', 'autoReplies']));
  measureDueWork(pool, metrics);
  const read = await metrics.registry.metrics();
  const lateOf = (name: string) =>
    Number(read.match(new RegExp(`inlet_due_work_late_seconds.*work="${name}".* (.*)`))?.[1]);
  expect(lateOf('notifications')).toBeGreaterThanOrEqual(1);
  expect(lateOf('checks')).toBe(0);
});
