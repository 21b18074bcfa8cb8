import { describe, expect, it } from 'vitest';
import { judgePatterns } from '#check/judge-patterns.ts';
import { findSlowText } from '#check/pattern-rule.ts';

const judged = (text: string) => judgePatterns([{ path: 'a.ts', text }]);
const isSlow = expect.stringMatching(/^a\.ts:\d+ has a pattern whose time grows faster than a text: ".+" repeated/);

describe('a pattern', () => {
  it.each([
    /^\S+@\S+\.\S+$/,
    /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
    /^(\s*)([-+=]|\d+(?=[.)]))/gm,
    /\s+$/,
    /\s*,\s*/,
    /\/\*.*?\*\//gs,
    /(?:https?:\/\/|www\.|@)([a-z0-9.-]+\.[a-z]{2,})/gu,
    /"(?:[^"\\]|\\.)*"/g,
    /^(a+)+$/,
    /^(a|aa)+$/,
    /^(?:.*?,)+P/,
    /(.*)=(.*)/,
  ])('is refused if its time grows faster than a text: %s', ({ source, flags }) => {
    expect(findSlowText(source, flags)).toContain(' repeated');
  });

  it.each([
    /^[^\s@]+@[^\s@]+$/,
    /(?<!\s)\s+$/,
    /\s+/g,
    /<[^<>]*>/g,
    /[\p{L}\p{N}$][\p{L}\p{N}_-]*/gu,
    /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,9})?$/,
    /^[\da-z-]+(\/[\da-z-]+)*$/,
    /^[[a-z]--[aeiou]]+$/v,
    /^\d{4}-\d{2}$/,
  ])('is taken if it does not: %s', ({ source, flags }) => {
    expect(findSlowText(source, flags)).toBeNull();
  });
});

describe('a file', () => {
  it('is refused for a slow pattern, with its line', () => {
    const [problem, ...others] = judged(
      '// ü\n\nexport const isEmail = (text: string) => /^\\S+@\\S+\\.\\S+$/.test(text);\n',
    );
    expect(problem).toEqual(isSlow);
    expect(problem).toMatch(/^a\.ts:3 /);
    expect(others).toEqual([]);
  });

  it.each([
    "new RegExp('^\\\\s+$|\\\\s+$')",
    'new RegExp(String.raw`\\s+$`)',
    `const space = '\\\\s+';\nnew RegExp(\`\${space}$\`, 'm')`,
    "RegExp('(a+)+b')",
  ])('is refused for a slow pattern that it makes of its texts: %s', (text) => {
    expect(judged(text)).toEqual([isSlow]);
  });

  it('has to say why a pattern is not slow that only the running program knows', () => {
    const says = 'makes a pattern that is not known here; say above it why it is not slow';
    expect(judged('const find = (word: string) => new RegExp(word);')).toEqual([`a.ts:1 ${says}`]);
    expect(judged(`import { word } from './word.ts';\n\nnew RegExp(\`^\${word}\`);`)).toEqual([`a.ts:3 ${says}`]);
    expect(judged("const word = /^a/;\nnew RegExp(word, 'y');")).toEqual([]);
  });

  it('is believed if it gives a reason right above the pattern or its statement', () => {
    const reason = '// safe because: the text has at most ten characters';
    expect(judged(`${reason}\nconst a = /\\s+$/;\nconst b = /\\s+$/;`)).toEqual([isSlow]);
    expect(judged(`${reason}\nconst all = [\n  /\\s+$/,\n  /(a+)+b/,\n];`)).toEqual([]);
    expect(judged(`const all = [\n  /^a/,\n  ${reason}\n  /(a+)+b/,\n];`)).toEqual([]);
    expect(judged('// safe because: short\nconst a = /\\s+$/;')).toEqual(['a.ts:2 is safe without a reason']);
  });
});
