import { expect, it } from 'vitest';
import { type Change, createPendingChange } from '#features/submissions/pending-change.ts';
import { buildSubmission } from '#features/submissions/submission.test-setup.ts';

it('hides rows at once, and sends the change when it is settled', () => {
  const { pending, log } = setUp();
  const change = deletion();
  pending.begin(change);
  expect(log).toEqual(['hide']);
  expect(pending.isGone(rowOf(change))).toBe(true);
  pending.settle();
  expect(log).toEqual(['hide', 'send']);
  expect(pending.state()).toEqual({ status: 'idle' });
  expect(pending.isGone(rowOf(change))).toBe(true);
});

it('sends nothing after an undo', () => {
  const { pending, log } = setUp();
  const change = deletion();
  pending.begin(change);
  pending.undo();
  pending.settle();
  expect(log).toEqual(['hide', 'restore']);
  expect(pending.isGone(rowOf(change))).toBe(false);
});

it('sends the waiting change when another one begins, and when the page is left', () => {
  const { pending, log } = setUp();
  pending.begin(deletion());
  pending.begin(deletion());
  expect(log).toEqual(['hide', 'send', 'hide']);
  pending.settle(true);
  pending.settle();
  expect(log).toEqual(['hide', 'send', 'hide', 'send while leaving']);
});

it('brings the rows back and says so where the service refuses', async () => {
  const { pending, log } = setUp(() => Promise.reject(new Error('Refused')));
  const change = deletion();
  pending.begin(change);
  pending.settle();
  await Promise.resolve();
  await Promise.resolve();
  expect(log).toEqual(['hide', 'send', 'restore']);
  expect(pending.state()).toMatchObject({ status: 'failed', change });
  expect(pending.isGone(rowOf(change))).toBe(false);
  pending.dismiss();
  expect(pending.state()).toEqual({ status: 'idle' });
});

it('sends what waits where the change before it is refused', async () => {
  const refused = Promise.withResolvers<void>();
  const sends = [refused.promise, Promise.resolve()];
  const { pending, log } = setUp(() => sends.shift() ?? Promise.resolve());
  const [first, second] = [deletion(), deletion()];
  pending.begin(first);
  pending.begin(second);
  refused.reject(new Error('Refused'));
  await Promise.allSettled([refused.promise]);
  await Promise.resolve();
  expect(log).toEqual(['hide', 'send', 'hide', 'send', 'restore']);
  expect(pending.state()).toMatchObject({ status: 'failed', change: first });
  expect([first, second].map((change) => pending.isGone(rowOf(change)))).toEqual([false, true]);
});

it('a row that was marked is gone from its folder, and not from the other one', () => {
  const { pending } = setUp();
  const row = buildSubmission({ isSpam: false });
  pending.begin({ kind: 'spam', rows: [row] });
  expect(pending.isGone(row)).toBe(true);
  expect(pending.isGone({ ...row, isSpam: true })).toBe(false);
});

it('forgets a mark once it is sent, because somebody may move the row back, and a deletion never', async () => {
  const { pending } = setUp();
  const marked = buildSubmission({ isSpam: false });
  const deleted = buildSubmission();
  pending.begin({ kind: 'spam', rows: [marked] });
  pending.begin({ kind: 'delete', rows: [deleted] });
  expect([pending.isGone(marked), pending.isGone(deleted)]).toEqual([true, true]);
  pending.settle();
  await Promise.resolve();
  expect([pending.isGone(marked), pending.isGone(deleted)]).toEqual([false, true]);
});

it('a row that was marked and then deleted stays gone when the mark is sent', async () => {
  const { pending } = setUp();
  const row = buildSubmission({ isSpam: false });
  pending.begin({ kind: 'spam', rows: [row] });
  pending.begin({ kind: 'delete', rows: [{ ...row, isSpam: true }] });
  await Promise.resolve();
  expect(pending.isGone(row)).toBe(true);
});

function setUp(answer: () => Promise<void> = () => Promise.resolve()) {
  const log: string[] = [];
  const pending = createPendingChange({
    send: (_, isLeaving) => {
      log.push(isLeaving ? 'send while leaving' : 'send');
      return answer();
    },
    hide: () => log.push('hide'),
    restore: () => log.push('restore'),
  });
  return { pending, log };
}

function deletion(): Change {
  return { kind: 'delete', rows: [buildSubmission()] };
}

function rowOf({ rows: [row] }: Change) {
  if (!row) throw new Error('The change has no row');
  return row;
}
