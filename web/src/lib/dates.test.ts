import { describe, expect, it } from 'vitest';
import { formatDate, formatDateTime, formatDay, formatMoment, formatShortDateTime, formatTime } from '#lib/dates.ts';

// Written without a zone, so that the test passes in every time zone.
const afternoon = new Date('2026-11-05T14:05:09').toISOString();

describe('dates', () => {
  it('are written as MMM d, yyyy', () => {
    expect(formatDate(afternoon)).toBe('Nov 5, 2026');
  });

  it('are written as MMM d where the year is understood', () => {
    expect(formatDay(afternoon)).toBe('Nov 5');
  });

  it('carry the time to the minute where the day is said as well', () => {
    expect(formatDateTime(afternoon).replace(/\s/g, ' ')).toBe('Nov 5, 2026, 2:05 PM');
  });

  it('leave out the year of today alone, beside the time', () => {
    expect(formatShortDateTime(afternoon, new Date('2026-12-31T23:59'))).toBe('Nov 5, 2:05 PM');
    expect(formatShortDateTime(afternoon, new Date('2027-01-01T00:00'))).toBe('Nov 5, 2026, 2:05 PM');
  });

  it.each(['00:00', '00:59', '11:07', '12:00', '13:30', '23:59'])('are those of the browser at %s', (time) => {
    const date = new Date(`2026-03-01T${time}`);
    const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
    expect(formatDateTime(date.toISOString())).toBe(format.format(date));
  });

  it('are written in the same way with the exact time and its zone', () => {
    expect(formatMoment(afternoon)).toMatch(/^Nov 5, 2026, 2:05:09.PM \S+$/);
  });

  it('carry the time to the second', () => {
    expect(formatTime(afternoon).replace(/\s/g, ' ')).toBe('2:05:09 PM');
  });
});
