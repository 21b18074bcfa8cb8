import { describe, expect, it } from 'vitest';
import { faultsOf } from './example-house.ts';
import { lengthRule } from './length-rule.ts';

describe('lengthRule', () => {
  it('passes a clean house', () => {
    expect(faultsOf(lengthRule)).toEqual([]);
  });

  it.each([
    ['libs/db/src/a.ts', 301, 'has 301 lines; a source file has at most 300'],
    ['web/src/lib/a.tsx', 301, 'has 301 lines; a source file has at most 300'],
    ['web/src/styles/a.css', 301, 'has 301 lines; a source file has at most 300'],
    ['infra/local/a.mjs', 301, 'has 301 lines; a source file has at most 300'],
    ['libs/db/src/a.test.ts', 451, 'has 451 lines; a test file has at most 450'],
    ['libs/db/src/a.int.test.ts', 451, 'has 451 lines; a test file has at most 450'],
    ['web/e2e/a.spec.ts', 451, 'has 451 lines; a test file has at most 450'],
  ])('refuses %s with %i lines', (path, count, says) => {
    expect(faultsOf(lengthRule, { [path]: '\n'.repeat(count) })).toEqual([`${path} ${says}`]);
  });

  it.each([
    ['libs/db/src/a.ts', 300],
    ['libs/db/src/a.test.ts', 450],
    ['web/e2e/sign-in.ts', 450],
    ['libs/db/src/generated/a.ts', 5_000],
    ['docs/architecture.md', 5_000],
  ])('accepts %s with %i lines', (path, count) => {
    expect(faultsOf(lengthRule, { [path]: '\n'.repeat(count) })).toEqual([]);
  });

  it('counts a last line that no line break ends', () => {
    expect(faultsOf(lengthRule, { 'libs/db/src/a.ts': `${'\n'.repeat(300)}//` })).toHaveLength(1);
  });
});
