import { expect, it } from 'vitest';
import { scanStylesheet } from './scan-stylesheet.ts';

it.each([
  ["@import 'a';", [{ specifier: 'a', line: 1 }]],
  ['@import "a" layer(base);', [{ specifier: 'a', line: 1 }]],
  ['@import url("./a.css");', [{ specifier: './a.css', line: 1 }]],
  ['/* one\n two */\n@plugin "a";', [{ specifier: 'a', line: 3 }]],
  ["@reference '#styles/app.css';", [{ specifier: '#styles/app.css', line: 1 }]],
  ["/* @import 'a'; */", []],
  ['a { background: url("./a.png"); }', []],
])('reads the imports of %j', (text, imports) => {
  expect(scanStylesheet(text).imports).toEqual(imports);
});

it('reads the comments of a style sheet', () => {
  expect(scanStylesheet('a {}\n/* why */').comments).toEqual([{ text: '/* why */', line: 2 }]);
});
