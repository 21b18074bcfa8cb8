import type { FormField } from '@inlet/contracts/inbox-views';
import { expect, it } from 'vitest';
import { columnsOf } from '#features/submissions/fields.ts';

const field = (name: string, type: FormField['type'], width: number | null = null): FormField => ({
  ...{ name, type, width },
  seen: 1,
  shown: true,
});
const shares = (fields: readonly FormField[], isNarrow = false) =>
  columnsOf(fields, isNarrow).map(({ name, share, isFlexible }) => [name, share > 0, isFlexible]);

it('gives the message the width that is left', () => {
  expect(shares([field('name', 'text', 142), field('message', 'text')])).toEqual([
    ['name', false, false],
    ['message', true, true],
  ]);
  expect(shares([field('a', 'text'), field('message', 'long'), field('b', 'text')])).toEqual([
    ['a', false, false],
    ['message', true, true],
    ['b', false, false],
  ]);
});

it('shares the width where no text is long, by what each column needs', () => {
  const columns = columnsOf([field('email', 'email'), field('lang', 'text'), field('consent', 'boolean')], false);
  expect(columns.map(({ share }) => share)).toEqual([216, 162, 88]);
  expect(columns.map(({ isFlexible }) => isFlexible)).toEqual([false, false, true]);
});

it('uses the whole width also where the owner has set each width', () => {
  expect(shares([field('a', 'text', 100), field('b', 'text', 100)])).toEqual([
    ['a', false, false],
    ['b', true, true],
  ]);
});

it('keeps the first and the longest beside an open submission', () => {
  const fields = [field('name', 'text', 142), field('email', 'email', 216), field('message', 'long')];
  expect(shares(fields, true).map(([name]) => name)).toEqual(['name', 'message']);
});

it('calls a column by the label of its field', () => {
  const columns = columnsOf([{ ...field('tel', 'text'), label: 'Phone number' }, field('', 'text')], false);
  expect(columns.map(({ name, label }) => [name, label])).toEqual([
    ['tel', 'Phone number'],
    ['', 'No name'],
  ]);
});
