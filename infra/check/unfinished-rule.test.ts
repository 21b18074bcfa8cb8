import { describe, expect, it } from 'vitest';
import { faultsOf } from './example-house.ts';
import { unfinishedRule } from './unfinished-rule.ts';

describe('unfinishedRule', () => {
  it('passes a clean house', () => {
    expect(faultsOf(unfinishedRule)).toEqual([]);
  });

  it.each([
    ['// TODO: later', 1, 'TODO'],
    ['const a = 1; // FIXME', 1, 'FIXME'],
    ['/*\n * TODO(ana): later\n */', 2, 'TODO'],
    [`const a = \`\${b /* TODO */}\`;`, 1, 'TODO'],
  ])('refuses %j', (text, line, word) => {
    expect(faultsOf(unfinishedRule, { 'libs/db/src/a.ts': text })).toEqual([
      `libs/db/src/a.ts:${line} has a ${word} left in it`,
    ]);
  });

  it('looks into the braces of a page and into style sheets', () => {
    const changes = {
      'web/src/lib/a.tsx': 'const a = <p>{/* TODO */}</p>;',
      'web/src/styles/a.css': 'a {}\n/* FIXME */',
    };
    expect(faultsOf(unfinishedRule, changes)).toEqual([
      'web/src/lib/a.tsx:1 has a TODO left in it',
      'web/src/styles/a.css:2 has a FIXME left in it',
    ]);
  });

  it.each(["const text = 'TODO';", '// METHODTODOS', 'const TODO = 1;'])('accepts %j', (text) => {
    expect(faultsOf(unfinishedRule, { 'libs/db/src/a.ts': text })).toEqual([]);
  });
});
