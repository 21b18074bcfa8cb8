import { expect, it } from 'vitest';
import { splitIds } from '#batch-ids.ts';

/** What the previous release wrote for these ids. */
const ids = ['01890a5d-ac96-774b-bcce-b302099a8057', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
const text = Buffer.from(ids.join('').replaceAll('-', ''), 'hex').toString('base64url');

it.each([
  ['no id', '', []],
  ['one', text.slice(0, 22), ids.slice(0, 1)],
  ['two', text, ids],
])('%s comes back as it was', (_, written, expected) => {
  expect(splitIds(written)).toEqual(expected);
});

it('a text that was cut gives an id that is none', () => {
  expect(splitIds(text.slice(0, -4))[1]).not.toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
});
