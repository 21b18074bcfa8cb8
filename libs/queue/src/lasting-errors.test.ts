import { createLogger } from '@inlet/process/logger';
import { expect, it } from 'vitest';
import { logLastingErrors } from '#lasting-errors.ts';

/** The log lines for an error that occurs at these seconds. */
function loggedAt(seconds: readonly number[], messageAt = (_second: number) => 'READONLY'): [number, number][] {
  const logged: [number, number][] = [];
  let nowMs = 0;
  const write = (line: string) => void logged.push([nowMs / 1_000, JSON.parse(line).count]);
  const note = logLastingErrors(
    createLogger({ service: 'test', level: 'info' }, { write }),
    'queue: error',
    () => nowMs,
  );
  for (const second of seconds) {
    nowMs = second * 1_000;
    note(new Error(messageAt(second)));
  }
  return logged;
}

const everySecond = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

it('an error that passes is not logged, one that lasts is, and then once a minute with its number', () => {
  expect(loggedAt(everySecond(0, 4))).toEqual([]);
  expect(loggedAt(everySecond(0, 130))).toEqual([
    [5, 6],
    [65, 66],
    [125, 126],
  ]);
});

it('errors that are far apart, or differ, do not last', () => {
  expect(loggedAt([0, 11, 22, 33])).toEqual([]);
  expect(loggedAt(everySecond(0, 20), String)).toEqual([]);
});
