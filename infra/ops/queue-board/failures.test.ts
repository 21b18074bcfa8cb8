import { expect, it } from 'vitest';
import { createFailures } from '#queue-board/failures.ts';

const limits = { perAddress: 2, inAll: 3, windowMs: 60_000 };

it('makes who failed too often wait for the end of the window, and nobody else', () => {
  let nowMs = 0;
  const failures = createFailures(limits, () => nowMs);
  failures.note('a');
  expect(failures.pauseSeconds('a')).toBeNull();
  failures.note('a');
  nowMs = 20_000;
  expect(failures.pauseSeconds('a')).toBe(40);
  expect(failures.pauseSeconds('b')).toBeNull();
  nowMs = 60_000;
  expect(failures.pauseSeconds('a')).toBeNull();
});

it('makes everybody wait when many together fail too often', () => {
  const failures = createFailures(limits, () => 0);
  for (const who of ['a', 'b', 'c']) failures.note(who);
  expect(failures.pauseSeconds('d')).toBe(60);
});
