import { expect, it } from 'vitest';
import { suggestDayOrder } from '#dates/day-order.ts';
import { readDate } from '#dates/read-date.ts';
import { isTimeZone } from '#dates/zoned-time.ts';

const berlin = { dayOrder: 'month first', timeZone: 'Europe/Berlin' } as const;

it.each([
  ['2020-06-08T15:23:09.374Z', '2020-06-08T15:23:09.374Z'],
  ['2023-01-05T14:22:33+05:30', '2023-01-05T08:52:33.000Z'],
  ['2024-01-31T13:45:22.123456-0800', '2024-01-31T21:45:22.123Z'],
  ['2023-01-05 14:22:33 UTC', '2023-01-05T14:22:33.000Z'],
  ['2023-01-05 14:22:33 +0200', '2023-01-05T12:22:33.000Z'],
  ['2024-01-31 13:45:22', '2024-01-31T12:45:22.000Z'],
  ['2024-07-31 13:45', '2024-07-31T11:45:00.000Z'],
  ['2024-01-31', '2024-01-30T23:00:00.000Z'],
  ['1/31/2024 13:45:22', '2024-01-31T12:45:22.000Z'],
  ['01/02/24 10:00', '2024-01-02T09:00:00.000Z'],
  ['31/01/2024 13:45:22', '2024-01-31T12:45:22.000Z'],
  ['31.1.2024 13.45.22', '2024-01-31T12:45:22.000Z'],
  ['31-1-2024 13:45:22', '2024-01-31T12:45:22.000Z'],
  ['2020/04/01 10:25:28 AM GMT+5:30', '2020-04-01T04:55:28.000Z'],
  ['2020/05/04 11:09:14 nachm. MESZ', '2020-05-04T21:09:14.000Z'],
  ['2020/05/04 12:09:14 vorm. OESZ', '2020-05-03T21:09:14.000Z'],
  ['2024. 1. 31 오후 1:45:22', '2024-01-31T12:45:22.000Z'],
  ['2024/1/31 下午1:45:22', '2024-01-31T12:45:22.000Z'],
  ['31/1/2024 1:45:22 p. m.', '2024-01-31T12:45:22.000Z'],
  ['Jan 5, 2024, 1:45 PM', '2024-01-05T12:45:00.000Z'],
  ['5 January 2024 13:45', '2024-01-05T12:45:00.000Z'],
  ['January 5th, 2024', '2024-01-04T23:00:00.000Z'],
  ['Fri, 05 Jan 2024 10:00:00 GMT', '2024-01-05T10:00:00.000Z'],
  ['Sat Nov 28 2026 05:41:00 GMT+0100 (Central European Standard Time)', '2026-11-28T04:41:00.000Z'],
  ['1591629789', '2020-06-08T15:23:09.000Z'],
  ['1591629789374', '2020-06-08T15:23:09.374Z'],
  [1_591_629_789.5, '2020-06-08T15:23:09.500Z'],
  // The clocks jump over this time.
  ['2024-03-31 02:30:00', '2024-03-31T01:30:00.000Z'],
])('reads %j', (text, iso) => {
  expect(readDate(text, berlin)).toBe(iso);
});

it.each([
  ...['', ' ', 'Ada', '12', '2024', 'May', '10:25', '1/2/3', '555-1234', '+1 234 567 8901', '2024-02-30', '2024-13-01'],
  ...['31/31/2024', '1/1/2024 25:00', '1/1/2024 10:60', '1/1/2024 13:00 PM', '2024-01-31 Ada', 'x'.repeat(200)],
  ...[null, true, {}, Number.NaN, 1e20],
])('reads no date in %j', (value) => {
  expect(readDate(value, berlin)).toBeNull();
});

it('reads an ambiguous date in the order that is asked for', () => {
  const dayFirst = { ...berlin, dayOrder: 'day first' } as const;
  expect([readDate('3/4/2026 12:00', berlin), readDate('3/4/2026 12:00', dayFirst)]).toEqual([
    '2026-03-04T11:00:00.000Z',
    '2026-04-03T10:00:00.000Z',
  ]);
});

it.each([
  [['3/4/2026', '3/14/2026'], 'month first'],
  [['3/4/2026', '14/3/2026'], 'day first'],
  [['3.4.2026'], 'day first'],
  [['3/4/2026'], 'month first'],
  [['2026-04-03', 5, null], 'month first'],
])('suggests the order of %j', (dates, order) => {
  expect(suggestDayOrder(dates)).toBe(order);
});

it('knows time zones by their names', () => {
  expect(['Europe/Berlin', 'UTC', 'Nowhere/Town'].map(isTimeZone)).toEqual([true, true, false]);
});
