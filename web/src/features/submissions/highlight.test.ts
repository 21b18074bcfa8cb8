import { parseQuery } from '@inlet/contracts/search-query';
import { expect, it } from 'vitest';
import { highlight } from '#features/submissions/highlight.ts';

const marked = (text: string, q: string) =>
  highlight(text, parseQuery(q)).map(([start, end]) => text.slice(start, end));

it.each([
  ['José García', 'garcia', ['García']],
  ['Jose\u0301 Garci\u0301a!', 'jose garcia', ['Jose\u0301', 'Garci\u0301a']],
  ['Straße 5', 'strasse', ['Straße']],
  ['Straße 5', 'as', ['aß']],
  ['Łukasz, łukasz, LUKASZ', 'lukasz', ['Łukasz', 'łukasz', 'LUKASZ']],
  ['attached photos', 'photos attached', ['attached', 'photos']],
  ['banana', 'ana nan', ['anan']],
  ['ada@example.com', 'email:ada', ['ada']],
  ['👋🏽 hello', '👋', ['👋']],
  ['nothing here', 'absent', []],
  ['anything', '', []],
])('%s has what %s finds', (text, q, parts) => {
  expect(marked(text, q)).toEqual(parts);
});
