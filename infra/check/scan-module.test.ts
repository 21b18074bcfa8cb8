import { describe, expect, it } from 'vitest';
import { scanModule } from './scan-module.ts';

const specifiersIn = (text: string, jsx = false): string[] =>
  scanModule(text, { jsx }).imports.map(({ specifier }) => specifier);
const exportsIn = (text: string): string[] => scanModule(text, { jsx: false }).exports.map(({ kind }) => kind);

describe('what a module imports', () => {
  it.each([
    ["import 'a';", ['a']],
    ["import a from 'a';", ['a']],
    ['import a from "a";', ['a']],
    ["import * as a from 'a';", ['a']],
    ["import a, { b as c, type D } from 'a';", ['a']],
    ["import {\n  a,\n  b,\n} from 'a';", ['a']],
    ["import{a}from'a';", ['a']],
    ["import { default as a, 'b-c' as d } from 'a';", ['a']],
    ["import type { A } from 'a';", ['a']],
    ["import type from 'a';", ['a']],
    ["import { type A } from 'a';", ['a']],
    ["import { from } from 'a';", ['a']],
    ["import a from './a.json' with { type: 'json' };", ['./a.json']],
    ["const a = await import('a');", ['a']],
    ['const a = import(`a`);', ['a']],
    ["type A = import('a').A;", ['a']],
    ["const a: typeof import('a') = b;", ['a']],
    ["const url = import.meta.resolve('a/b');", ['a/b']],
    ["export { a } from 'a';", ['a']],
    ["export type { A } from 'a';", ['a']],
    ["export * from 'a';", ['a']],
    ["export * as a from 'a';", ['a']],
    ["import /* why */ a // so\n from 'a';", ['a']],
    [`const t = \`\${await import('a')}\`; import 'b';`, ['a', 'b']],
    ["if (x) /'/.test(y); import 'a';", ['a']],
    ["const half = a / 2; import 'a'; const b = c / 2;", ['a']],
    ["#!/usr/bin/env node --title=`\nimport 'a';", ['a']],
    ["const broken = 'never closed\nimport 'a';", ['a']],
  ])('finds the imports of %j', (text, specifiers) => {
    expect(specifiersIn(text)).toEqual(specifiers);
  });

  it.each([
    ["// import 'a';"],
    ["/* import 'a';\nimport b from 'b'; */"],
    ['const text = "import \'a\'";'],
    ["const text = 'it\\'s import \"a\"';"],
    ["const text = `import 'a';\nexport * from 'b';`;"],
    [`const text = \`\${\`import('a')\`}\`;`],
    ["const pattern = /import 'a'/;"],
    ["const pattern = [/[/]import('a')/g];"],
    ["loader.import('a');"],
    ["loader?.import('a');"],
    ["const words = { import: 'a', export: 'b' };"],
    ["const words = { import: from, 'a': 1 };"],
    ["enum Kind { import = 'import' }"],
    ['const a = import(name);'],
    ['const here = import.meta.url;'],
    ["exports.a = require('a');"],
  ])('finds no import in %j', (text) => {
    expect(specifiersIn(text)).toEqual([]);
  });

  it.each([
    ["const a = <p>Don't {x} it's</p>; import('a');", ['a']],
    ["const a = <p>import 'b'; // see https://*.example.com /* </p>; import('a');", ['a']],
    ["const a = <p title='it // is'>a ` tick</p>; import('a');", ['a']],
    ["const a = <><b />it's {list.map((x) => <i key={x}>don't</i>)}</>; import('a');", ['a']],
    ["const a = <Row onClick={() => import('a')}>{/* import('b') */}</Row>;", ['a']],
    ["const a = <List<Item> of={x}>import('b')</List>; import('a');", ['a']],
    ["const a = <List<Item> of='{'>x</List>; import('a');", ['a']],
    ["const f = <T,>(x: T) => x; const s = 'x'; import('a');", ['a']],
    ["const f = <T extends object>(x: T) => x; import('a');", ['a']],
    ["type F = <T>(x: T) => void; import('a');", ['a']],
    ["if (a < b && c > d) import('a');", ['a']],
    ["const a = new Map<string, string>(); import('a');", ['a']],
  ])('knows text on a page from code in %j', (text, specifiers) => {
    expect(specifiersIn(text, true)).toEqual(specifiers);
  });

  it('tells the line of each import', () => {
    const { imports } = scanModule("/*\n*/\nimport 'a';\nconst t = `\n\n`;\nimport {\n  b,\n} from 'b';\n", {
      jsx: false,
    });
    expect(imports).toEqual([
      { specifier: 'a', line: 3 },
      { specifier: 'b', line: 9 },
    ]);
  });
});

describe('what a module exports', () => {
  it.each([
    ['export const a = 1;', ['own']],
    ['export async function a() {}', ['own']],
    ['export type A = string;', ['own']],
    ['export interface A {}', ['own']],
    ['const a = 1;\nexport { a };', ['own']],
    ['const a = 1;\nexport { a }\nimport b from "b";', ['own']],
    ["export { a, type B } from 'a';", ['again', 'again']],
    ["export type { A } from 'a';", ['again']],
    ["export * from 'a';", ['again']],
    ["export * as a from 'a';", ['again']],
    ["import { a } from 'a';\nexport { a };", ['again']],
    ["import { a as b } from 'a';\nexport { b as c };", ['again']],
    ["import * as a from 'a';\nexport { a };", ['again']],
    ["import a from 'a';\nconst b = a;\nexport { a, b };", ['again', 'own']],
    ['export default 1;', ['default']],
    ['const a = 1;\nexport { a as default };', ['default']],
    ["export { default } from 'a';", ['default']],
    ["export { default as a } from 'a';", ['again']],
    ['export {};', []],
    ['module.export = 1;', []],
  ])('reads %j', (text, kinds) => {
    expect(exportsIn(text)).toEqual(kinds);
  });
});
