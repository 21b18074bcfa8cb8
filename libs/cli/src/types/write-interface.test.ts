import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { FieldRule } from '@inlet/contracts/field-rule';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { expect, it } from 'vitest';
import { isTypeName, typeNameOf, writeInterface } from '#types/write-interface.ts';

const fields: FieldRule[] = [
  { name: 'email', type: 'email', required: true, label: 'Your email', help: 'We answer here.\nOnly here.' },
  { name: 'first name', type: 'text' },
  { name: 'class', type: 'tel', required: true },
  { name: 'größe', type: 'choice', options: ['S', "L'ongue", 'a"b', 'c\\d'], required: true },
  { name: 'size', type: 'choice', options: ['S'] },
  { name: 'colors', type: 'choice', options: ['red', 'blue'], multiple: true, required: true },
  { name: 'tags', type: 'text', multiple: true, required: true },
  { name: 'guests', type: 'number', required: true },
  { name: 'age', type: 'number' },
  { name: 'terms', type: 'consent', required: true, label: 'I agree */ export const stolen = 1; /*' },
  { name: 'cv', type: 'file', required: true },
  { name: "it's */ $x `a`", type: 'text' },
  { name: 'a\n\u2028\u202eb\\', type: 'hidden', label: '\u202e' },
  { name: '__proto__', type: 'text' },
  { name: '1', type: 'date' },
];

const use = `import type { Contact } from './contact.ts';
const right: Contact = {
  email: 'ada@example.com', class: '112', größe: "L'ongue", colors: ['red'], tags: 'a', guests: '3', terms: true,
  'first name': 'Ada', size: '', age: '', '1': '2026-01-31',
};
const several: Contact = { ...right, colors: 'blue', tags: ['a', 'b'], guests: 3, age: 1.5, terms: 'on' };
// @ts-expect-error
export const noOption: Contact = { ...right, größe: 'M' };
// @ts-expect-error
export const noNumber: Contact = { ...right, guests: 'three' };
// @ts-expect-error
export const emptyChoice: Contact = { ...right, größe: '' };
// @ts-expect-error
export const missing: Contact = { email: 'ada@example.com' };
// @ts-expect-error
export const noFile: Contact = { ...right, cv: 'cv.pdf' };
export const email: string = several.email;
`;

it('strict TypeScript compiles the interface of hostile names, and holds a program to the rules', async () => {
  const folder = await createDisposableFolder();
  const text = writeInterface({ name: 'Contact', comment: ['The form "Contact".', 'Version 3 of its rules.'], fields });
  await writeFile(join(folder, 'contact.ts'), `${text}\n`);
  await writeFile(join(folder, 'use.ts'), use);
  const compiler = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript/package.json')));
  const compilerOptions = { strict: true, noEmit: true, allowImportingTsExtensions: true, types: [] };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  const args = [compiler, '-p', folder];
  expect(await promisify(execFile)(process.execPath, args).catch(({ stdout }) => stdout)).toEqual({
    stdout: '',
    stderr: '',
  });
  expect(text).not.toMatch(/[\u2028\u202e]/);
  expect(text).toContain('/**\n * The form "Contact".\n * Version 3 of its rules.\n */\nexport interface Contact {');
  expect(text).toContain('  /**\n   * Your email\n   * We answer here.\n   * Only here.\n   */\n  email: string;\n');
});

it.each([
  ['Contact', 'Contact'],
  ['contact form', 'ContactForm'],
  ['お問い合わせ', 'お問い合わせ'],
  ['2026 – sign-up!', 'Form2026SignUp'],
  ['…', 'Form'],
])('the form "%s" becomes %s', (form, name) => {
  expect(typeNameOf(form)).toBe(name);
  expect(isTypeName(name)).toBe(true);
});

it.each(['string', 'a-b', 'A B', '', '1A', 'A; type B = 1'])('"%s" is no name of a type', (name) => {
  expect(isTypeName(name)).toBe(false);
});
