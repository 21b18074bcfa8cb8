import { expect, it } from 'vitest';
import { readPattern } from '#rules/patterns.ts';

const faultOf = (text: string) => {
  const read = readPattern(text);
  return 'fault' in read ? read.fault : null;
};

it.each([
  '[A-Z]{2}\\d{4}',
  '(a+)+$',
  '^\\+?[0-9 ()-]{6,20}$',
  '[\\w.\\-]+@example\\.(?:com|org)',
  'a|b|',
  '.{2,}?\\b\\S+',
  '\\p{Lu}\\P{N}*[^\\s\\S]?',
  '\\u00e9\\u{1F44B}\\x41\\t\\/',
])('takes %s', (pattern) => {
  expect(faultOf(pattern)).toBeNull();
});

const notSame = (written: string) => `"${written}" does not mean the same everywhere, so it is not supported`;
const noName = 'A group cannot have a name or flags; it starts with "(" or "(?:"';
const notTwice = 'A repetition cannot be repeated; put it in a group';
const noSet = 'In brackets, "-" stands between two characters; write "\\-" for the character';
const category = 'Write a category of Unicode as \\p{L}, \\p{Lu} or \\p{Nd}; scripts are not supported';

it.each([
  ...['(?=a)', '(?!a)', '(?<=a)', '(?<!a)'].map((one) => [one, 'Look-ahead and look-behind are not supported']),
  ...['(a)\\1', '(a)\\k<a>'].map((one) => [one, 'References to groups, such as \\1, are not supported']),
  ...['(?<n>a)', '(?P<n>a)', '(?i)a', '(?s:.)', '(?>a)'].map((one) => [one, noName]),
  ...['A', 'z', 'Z', 'Q', 'C', '@', '-', 'a', '0', 'c', ' '].map((one) => [`\\${one}`, notSame(`\\${one}`)]),
  ['[\\b]', notSame('\\b')],
  ...['a**', 'a+*', 'a?{2}', 'a++', 'a{2}{3}', 'a*??'].map((one) => [one, notTwice]),
  ...['^*', '\\b+', '$?'].map((one) => [one, 'A position such as "^" or "\\b" cannot be repeated']),
  ['*a', '"*" has nothing to repeat; write "\\*" for the character'],
  ['a|+', '"+" has nothing to repeat; write "\\+" for the character'],
  ...['a{,2}', 'a{x}', 'a{'].map((one) => [
    one,
    'Write a repetition as {2}, {2,} or {2,4}, and "\\{" for the character',
  ]),
  ['a{3,2}', 'In "{3,2}" the first number is larger than the second'],
  ...['[]', '[^]', '[]a]'].map((one) => [one, 'The brackets "[]" are empty; write "\\]" for the character']),
  ...['[a', '[a-'].map((one) => [one, 'The pattern opens "[" and does not close it']),
  ...['[[:alpha:]]', '[a[b]'].map((one) => [one, 'In brackets, write "\\[" for the character "["']),
  ...['[\\w-z]', '[a-\\d]'].map((one) => [one, noSet]),
  ['[z-a]', 'A range in brackets must go from the smaller to the larger character'],
  ...['a]', 'a}'].map((one) => [one, `Write "\\${one[1]}" for the character "${one[1]}"`]),
  ['(a', 'The pattern opens a group that it does not close'],
  ['a)', 'The pattern closes a group that it does not open'],
  ['a\\', 'The pattern ends with a backslash'],
  ...['\\pL', '\\p{Greek}', '\\p{Script=Greek}', '\\p{C}', '\\p{^L}'].map((one) => [one, category]),
  ...['\\x4', '\\x{41}'].map((one) => [one, 'Write the code of a character as \\x41']),
  ...['\\u41', '\\u{110000}', '\\ud83d'].map((one) => [one, 'Write the code of a character as \\u0041']),
  ['a'.repeat(501), 'A pattern can have at most 500 characters'],
  ...['a{501}', '(a{30}){30}', '(?:){1000}', '\\p{L}{101}'].map((one) => [
    one,
    'The pattern repeats too much: it can have at most 500 steps',
  ]),
])('refuses %s with a sentence', (pattern, fault) => {
  expect(faultOf(pattern ?? '')).toBe(fault);
});
