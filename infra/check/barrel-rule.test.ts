import { describe, expect, it } from 'vitest';
import { barrelRule } from './barrel-rule.ts';
import { faultsOf } from './example-house.ts';

describe('barrelRule', () => {
  it('passes a clean house', () => {
    expect(faultsOf(barrelRule)).toEqual([]);
  });

  it.each([
    ['libs/db/src/all.ts', "export * from '#database.ts';"],
    ['libs/db/src/all.ts', "export { database } from '#database.ts';"],
    ['libs/db/src/all.ts', "export type { Database } from '#database.ts';"],
    ['libs/db/src/all.ts', "import { database } from '#database.ts';\nexport { database };"],
    ['libs/db/src/index.ts', "export { database } from '#database.ts';\nexport const more = 1;"],
    ['web/src/components/ui/index.tsx', "export const a = 1;\nexport * from '#components/ui/card.tsx';"],
  ])('refuses %s that holds %j', (path, text) => {
    expect(faultsOf(barrelRule, { [path]: text })).toEqual([
      `${path} only passes on what other files export; import from those files instead`,
    ]);
  });

  it.each([
    ['libs/db/src/index.ts', 'export const own = 1;'],
    ['libs/db/src/more.ts', "export type { Pool } from 'pg';\nexport const own = 1;"],
    ['libs/db/src/main.ts', "import '#database.ts';"],
    ['libs/db/src/text.ts', "// export * from 'a';\nexport const text = \"export * from 'a'\";"],
  ])('accepts %s that holds %j', (path, text) => {
    expect(faultsOf(barrelRule, { [path]: text })).toEqual([]);
  });
});
