import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { expect, it } from 'vitest';
import { joinIds, splitIds } from '#batch-ids.ts';

it.each([
  ['no id', []],
  ['one', [randomUUIDv7()]],
  ['some of several versions', [randomUUIDv7(), randomUUID(), randomUUIDv7()]],
  ['the least and the greatest', ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff']],
])('%s comes back as it was', (_, ids) => {
  expect(splitIds(joinIds(ids))).toEqual(ids);
});

it('an id takes less than 22 characters', () => {
  expect(joinIds(Array.from({ length: 100 }, () => randomUUIDv7()))).toHaveLength(Math.ceil((100 * 16 * 4) / 3));
});

it('a text that was cut gives an id that is none', () => {
  const ids = splitIds(joinIds([randomUUIDv7(), randomUUIDv7()]).slice(0, -4));
  expect(ids[1]).not.toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
});
