import { describe, expect, it } from 'vitest';
import { endOfPeriod } from '#clock/end-of-period.ts';

const at = (date: string) => Date.parse(`${date}T10:00:00Z`) / 1_000;

describe('endOfPeriod', () => {
  it.each([
    ['a month', '2026-11-20', 'month', '2026-12-20'],
    ['a month from the 31st', '2027-01-31', 'month', '2027-02-28'],
    ['a year', '2026-11-20', 'year', '2027-11-20'],
    ['a year from the 29th of February', '2028-02-29', 'year', '2029-02-28'],
  ])('adds %s', (_what, start, interval, end) => {
    expect(endOfPeriod(at(start), at(start), interval)).toBe(at(end));
  });

  it('counts from the first period, so that the 31st comes back after February', () => {
    const anchor = at('2027-01-31');
    const ends = ['2027-01-31', '2027-02-28', '2027-03-31'].map((start) => endOfPeriod(anchor, at(start), 'month'));
    expect(ends).toEqual([at('2027-02-28'), at('2027-03-31'), at('2027-04-30')]);
  });
});
