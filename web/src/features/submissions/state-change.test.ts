import { expect, it } from 'vitest';
import { togglesOf } from '#features/submissions/state-change.ts';
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
