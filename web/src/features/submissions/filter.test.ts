import { expect, it } from 'vitest';
import {
  type Filter,
  filterBody,
  folderOf,
  isFiltered,
  noFilter,
  readFilter,
  writeFilter,
} from '#features/submissions/filter.ts';
import { filterOfView, viewOfFilter } from '#features/submissions/view-filter.ts';

const inbox: Filter = { ...noFilter, folder: 'inbox' };

it('reads an address, and ignores values that it does not understand', () => {
  const params = new URLSearchParams('q=%20a%20b%20&from=2026-11-20&to=tomorrow&origin=none&read=no&status=done');
  expect(readFilter(folderOf('/forms/1/spam'), params)).toEqual({
    ...noFilter,
    folder: 'spam',
    q: 'a b',
    from: '2026-11-20',
    origin: 'none',
    status: 'done',
  });
  expect(readFilter(folderOf('/forms/1'), new URLSearchParams())).toEqual(inbox);
});

it('writes only set values, and closes an open submission', () => {
  const params = new URLSearchParams('q=a&submission=x&other=1');
  expect(writeFilter(params, { q: '', tag: 'b2b' }).toString()).toBe('other=1&tag=b2b');
});

it('means whole days where the reader is, the last one included', () => {
  const { from, to } = filterBody({ ...inbox, from: '2026-11-20', to: '2026-11-20' });
  expect(Date.parse(to ?? '') - Date.parse(from ?? '')).toBe(24 * 3_600_000);
  expect(new Date(from ?? '').getHours()).toBe(0);
});

it.each(['true', 'false'] as const)('filters by confirmed addresses: %s', (confirmed) => {
  const filter = readFilter('inbox', new URLSearchParams({ confirmed }));
  expect(filter).toEqual({ ...inbox, confirmed });
  expect(isFiltered(filter)).toBe(true);
  expect(filterBody(filter)).toEqual({ confirmed: confirmed === 'true' });
  expect(filterOfView(viewOfFilter(filter))).toEqual({ ...noFilter, confirmed });
});

it.each(['true', 'false'] as const)('filters by rules that are broken: %s', (ruleErrors) => {
  const filter = readFilter('inbox', new URLSearchParams({ ruleErrors }));
  expect(filter).toEqual({ ...inbox, ruleErrors });
  expect(isFiltered(filter)).toBe(true);
  expect(filterBody(filter)).toEqual({ ruleErrors: ruleErrors === 'true' });
  expect(filterOfView(viewOfFilter(filter))).toEqual({ ...noFilter, ruleErrors });
});
