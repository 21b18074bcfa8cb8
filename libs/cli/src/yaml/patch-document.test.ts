import { expect, it } from 'vitest';
import type { Node } from 'yaml';
import { patchDocument } from '#yaml/patch-document.ts';
import { parseYaml, textOf } from '#yaml/yaml-file.ts';

function patched(text: string, wanted: unknown): string {
  const { document } = parseYaml('a.yml', text);
  document.contents = patchDocument(document, document.contents as Node | null, wanted);
  return textOf(document);
}

it('changes what differs, and keeps comments, quotes and the way in which other values are written', () => {
  const text = `# top
fields:
  - name: email # of the sender
    type: 'text'
  - { name: b, type: text } # two
  # the third
  - name: c
    options: [ x, "y" ]
mode: "off"
`;
  const wanted = {
    fields: [
      { name: 'c', options: ['x', 'y', 'z'] },
      { name: 'email', type: 'email', required: true },
    ],
    mode: 'off',
    added: null,
  };
  expect(patched(text, wanted)).toBe(`# top
fields:
  # the third
  - name: c
    options: [ x, "y", z ]
  - name: email # of the sender
    type: email
    required: true
mode: "off"
added: null
`);
});

it('leaves a document alone that says the same', () => {
  const text = 'b: 0x10 # sixteen\na: &one [ 1 ]\nc: *one\n';
  expect(patched(text, { a: [1], b: 16, c: [1] })).toBe(text);
  expect(patched(text, { a: [1], b: 16, c: [2] })).toBe('b: 0x10 # sixteen\na: &one [ 1 ]\nc:\n  - 2\n');
});

it('replaces a value by one of another kind', () => {
  expect(patched('a: { b: 1 }\n', { a: [1] })).toBe('a:\n  - 1\n');
  expect(patched('', { a: 1 })).toBe('a: 1\n');
});
