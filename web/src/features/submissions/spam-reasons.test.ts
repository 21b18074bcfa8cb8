import { noSpam } from '@inlet/contracts/spam';
import { expect, it } from 'vitest';
import { explainReason, markOf } from '#features/submissions/spam-reasons.ts';
import { buildSubmission } from '#features/submissions/submission.test-setup.ts';

it('a list says nothing of most submissions', () => {
  expect(markOf(buildSubmission())).toBeNull();
  expect(
    markOf(buildSubmission({ spam: { ...noSpam, score: 0.4, reasons: [{ name: 'links', points: 0.4 }] } })),
  ).toBeNull();
});

it('names the strongest reason of spam, and says where there is none', () => {
  const reasons = [
    { name: 'links', points: 0.4 },
    { name: 'blocked', points: 1 },
  ] as const;
  const spam = { score: 1, reasons: [...reasons], isFlagged: false };
  expect(markOf(buildSubmission({ isSpam: true, spam }))).toEqual({ tone: 'neutral', label: 'Block list' });
  expect(markOf(buildSubmission({ isSpam: true }))?.label).toBe('Marked by hand');
});

it('tells what may be spam from what is still being checked', () => {
  const spam = { score: 0.93, reasons: [], isFlagged: true };
  expect(markOf(buildSubmission({ spam }))).toEqual({ tone: 'warning', label: 'May be spam' });
  expect(markOf(buildSubmission({ spam, isChecking: true }))).toEqual({ tone: 'neutral', label: 'Checking' });
});

it('shows the name of a reason that a newer service adds', () => {
  expect(explainReason('too-fast').label).toBe('too fast');
  expect(explainReason('constructor').label).toBe('constructor');
});
