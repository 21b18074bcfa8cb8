import { expect, it } from 'vitest';
import { CliError } from '#cli-error.ts';
import { readSettingsFile } from '#settings/settings-file.ts';
import { parseYaml } from '#yaml/yaml-file.ts';

function faultsIn(text: string): string[] {
  try {
    readSettingsFile(parseYaml('inlet.yml', text));
  } catch (error) {
    if (error instanceof CliError) return error.message.split('\n');
    throw error;
  }
  return [];
}

const id = '0198c0de-0000-7000-8000-000000000001';

it.each([
  ['a setting that is misspelt', 'forms:\n  - name: A\n    languages: de', [3, 'languages']],
  ['a setting in a part', 'forms:\n  - page:\n      tilte: A', [3, 'tilte']],
  ['a setting in a part of a part', 'forms:\n  - notifications:\n      autoReply:\n        sender: a', [4, 'sender']],
  ['a value that is not allowed', 'forms:\n  - name: A\n    # a comment\n    language: xx', [4, 'Language must be']],
  ['an entry of a list', 'forms:\n  - allowedOrigins:\n      - https://a.example\n      - nonsense', [4, 'Origin']],
  [
    'a rule',
    'forms:\n  - rules:\n      mode: warn\n      fields:\n        - { name: a, type: text }\n        - name: b\n          type: text\n          pattern: "(?=a)"',
    [8, 'forms[0].rules.fields[1].pattern: Look-ahead'],
  ],
  [
    'a condition',
    'forms:\n  - targets:\n      - when:\n          all:\n            - field: a\n              op: like',
    [6, 'op'],
  ],
  ['an id that is there twice', `forms:\n  - id: ${id}\n  - name: B\n    id: ${id}`, [4, 'same id']],
  ['a part that is missing', 'forms:\n  - rules: { mode: off }', [2, 'fields']],
  ['a file without forms', 'form: []', [1, 'There is no such setting']],
  ['an empty file', '', [1, 'expected object']],
  ['YAML that cannot be read', 'forms:\n  - name: A\n   b: [', [3, '']],
  ['a name that is there twice', 'forms:\n  - name: A\n    name: B', [3, 'unique']],
])('%s is named with its line', (_what, text, [line, words]) => {
  const [first = '', ...others] = faultsIn(text);
  expect([first, ...others].find((fault) => fault.includes(String(words)))).toMatch(`inlet.yml:${line}: `);
});

it('names every fault, and refuses aliases that stand for a huge file', () => {
  expect(faultsIn('forms:\n  - language: xx\n    page: { tilte: a }\n  - isActive: 1')).toHaveLength(3);
  const level = (from: string, to: string) => `${to}: &${to} [${Array(20).fill(`*${from}`)}]\n`;
  expect(faultsIn(`a: &a x\n${level('a', 'b')}${level('b', 'c')}${level('c', 'd')}`)).toEqual([
    expect.stringContaining('alias'),
  ]);
});

it('takes what a form may leave out', () => {
  const { forms } = readSettingsFile(
    parseYaml('inlet.yml', 'forms:\n  - name: A\n    allowedOrigins: [HTTPS://A.example/]'),
  );
  expect(forms).toEqual([{ name: 'A', allowedOrigins: ['https://a.example'] }]);
});
