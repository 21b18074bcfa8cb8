import { describe, expect, it } from 'vitest';
import { faultsOf } from './example-house.ts';
import { nameRule } from './name-rule.ts';

describe('nameRule', () => {
  it('passes a clean house', () => {
    expect(faultsOf(nameRule)).toEqual([]);
  });

  it.each([
    ['libs/db/src/utils.ts', 'libs/db/src/utils.ts'],
    ['libs/db/src/Utils.ts', 'libs/db/src/Utils.ts'],
    ['libs/db/src/util/a.ts', 'libs/db/src/util'],
    ['libs/db/src/helpers/a.ts', 'libs/db/src/helpers'],
    ['libs/db/src/test-helpers.ts', 'libs/db/src/test-helpers.ts'],
    ['web/src/lib/string-utils.test.ts', 'web/src/lib/string-utils.test.ts'],
    ['libs/common/package.json', 'libs/common'],
    ['docs/misc.md', 'docs/misc.md'],
  ])('refuses %s', (path, named) => {
    const says = `is called ${named.split('/').at(-1)}; name it after what it does`;
    expect(faultsOf(nameRule, { [path]: '{}' })).toEqual([`${named} ${says}`]);
  });

  it('says it once for a folder with many files', () => {
    expect(faultsOf(nameRule, { 'libs/db/src/utils/a.ts': '', 'libs/db/src/utils/b.ts': '' })).toHaveLength(1);
  });

  it.each([
    'libs/db/src/utility-bill.ts',
    'libs/db/src/common-passwords.ts',
    'libs/db/src/futile.ts',
    'docs/miscount.md',
  ])('accepts %s', (path) => {
    expect(faultsOf(nameRule, { [path]: '' })).toEqual([]);
  });
});
