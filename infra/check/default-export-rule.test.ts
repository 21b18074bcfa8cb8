import { describe, expect, it } from 'vitest';
import { defaultExportRule } from './default-export-rule.ts';
import { faultsOf } from './example-house.ts';

describe('defaultExportRule', () => {
  it('passes a clean house', () => {
    expect(faultsOf(defaultExportRule)).toEqual([]);
  });

  it.each([
    ['libs/db/src/a.ts', 'export default 1;'],
    ['web/src/routes/a.tsx', 'export default function A() {}'],
    ['libs/db/src/a.ts', 'const a = 1;\nexport { a as default };'],
    ['libs/db/src/config.ts', 'export default {};'],
  ])('refuses %s that holds %j', (path, text) => {
    expect(faultsOf(defaultExportRule, { [path]: text })).toEqual([
      `${path}:${text.split('\n').length} has a default export; only *.config.ts may`,
    ]);
  });

  it.each([
    ['libs/db/prisma.config.ts', 'export default {};'],
    ['libs/db/src/a.ts', "export { default as pg } from 'pg';\nexport const own = 1;"],
    ['libs/db/src/a.ts', "const text = 'export default 1';"],
  ])('accepts %s that holds %j', (path, text) => {
    expect(faultsOf(defaultExportRule, { [path]: text })).toEqual([]);
  });
});
