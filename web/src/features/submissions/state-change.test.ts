import { expect, it } from 'vitest';
import { togglesOf, withoutState } from '#features/submissions/state-change.ts';
import { buildSubmission } from '#features/submissions/submission.test-setup.ts';

const off = buildSubmission();
const on = buildSubmission({ isRead: true, isStarred: true, status: 'done' });

it.each([
  ['sets a state that is missing for any of them', [on, off], { isRead: true, isStarred: true, status: 'done' }],
  ['removes a state that all of them have', [on, on], { isRead: false, isStarred: false, status: 'open' }],
])('a toggle of several rows %s', (_, rows, set) => {
  const { read, star, done } = togglesOf(rows, false);
  expect({ ...read, ...star, ...done }).toEqual(set);
});

it('a change is taken back alone: what was changed otherwise stays', () => {
  const before = buildSubmission({ tags: ['old'], assigneeId: 'p-1' });
  const now = {
    ...before,
    isStarred: true,
    status: 'done' as const,
    tags: ['old', 'new'],
    note: 'call',
    assigneeId: null,
  };
  expect(withoutState(now, { status: 'done' }, before)).toEqual({ ...now, status: 'open' });
  expect(withoutState(now, { addTags: ['new'] }, before)).toEqual({ ...now, tags: ['old'] });
  expect(withoutState(now, { assigneeId: null }, before)).toEqual({ ...now, assigneeId: 'p-1' });
});
