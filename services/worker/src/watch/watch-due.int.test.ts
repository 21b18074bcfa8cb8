import { waitUntil } from '@inlet/local-servers/wait-until';
import type { BackgroundLoop } from '@inlet/process/background-loop';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { openSpamTest, type SpamTest } from '#spam.test-setup.ts';
import { watchDue } from '#watch/watch-due.ts';

let test: SpamTest;
const woken: string[] = [];
const loopOf = (name: string): BackgroundLoop => ({ wake: () => woken.push(name), close: async () => undefined });

beforeAll(async () => {
  test = await openSpamTest();
});
afterAll(() => test.close());

it('wakes the loops whose work is due, and tells how late it is', async () => {
  const { prisma } = test.owner;
  const { id: formId } = await test.addForm();
  const dueAt = new Date(Date.now() - 1_000);
  await prisma.notifications.upsert({
    where: { formId },
    create: { formId, mode: 'instant', dueAt },
    update: { dueAt },
  });
  await prisma.notice.create({ data: { formId, purpose: 'reply', ids: [] } });
  const { pool, logger, metrics } = test.deps;
  const loops = {
    notifications: loopOf('notifications'),
    autoReplies: loopOf('autoReplies'),
    checks: loopOf('checks'),
    lessons: loopOf('lessons'),
    erasures: loopOf('erasures'),
    counters: loopOf('counters'),
    removals: loopOf('removals'),
    scans: loopOf('scans'),
  };
  const watch = watchDue({ pool, logger, metrics, loops });
  onTestFinished(watch.close);
  await waitUntil(() => woken.length >= 2);
  expect(new Set(woken)).toEqual(new Set(['notifications', 'autoReplies']));
  const read = await metrics.registry.metrics();
  const lateOf = (work: string) =>
    Number(read.match(new RegExp(`inlet_due_work_late_seconds.*work="${work}".* (.*)`))?.[1]);
  expect(lateOf('notifications')).toBeGreaterThanOrEqual(1);
  expect(lateOf('checks')).toBe(0);
});
