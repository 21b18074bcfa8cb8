import { expect, it } from 'vitest';
import { formatAgo, formatWhen } from '#lib/relative-time.ts';

it.each([
  [-5, 'just now'],
  [59, 'just now'],
  [60, '1 minute ago'],
  [3_599, '59 minutes ago'],
  [7_200, '2 hours ago'],
  [86_400, '1 day ago'],
  [864_000, '10 days ago'],
])('%d seconds are %s', (seconds, words) => {
  const now = Date.parse('2026-11-23T09:00:00Z');
  expect(formatAgo(new Date(now - seconds * 1_000).toISOString(), now)).toBe(words);
});

it('leaves the day out where it is today', () => {
  const now = new Date('2026-11-23T09:00:00Z');
  expect(formatWhen('2026-11-23T14:05:09Z', now)).toMatch(/^2:05.PM$/);
  expect(formatWhen('2026-11-20T14:05:09Z', now)).toMatch(/^Nov 20, 2:05.PM$/);
  expect(formatWhen('2025-11-20T14:05:09Z', now)).toMatch(/^Nov 20, 2025, 2:05.PM$/);
});
