import { describe, expect, it } from 'vitest';
import { foldText, matchesQuery, parseQuery } from '#inbox/search-query.ts';

describe('a text is folded', () => {
  it.each([
    ['García', 'garcia'],
    ['Łukasz Wałęsa', 'lukasz walesa'],
    ['Straße, STRASSE, ẞ', 'strasse, strasse, ss'],
    ['Øre æble Œuvre þing', 'ore aeble oeuvre thing'],
    ['İstanbul ısı', 'istanbul isi'],
    ['ΟΔΟΣ Οδός', 'οδοσ οδοσ'],
    ['ﬁle Ａ ①', 'file a 1'],
    ['O’Brien — naïve', "o'brien - naive"],
    ['한글 が Ё', '한글 が е'],
    ['Garci\u0301a co\u00adoperate', 'garcia cooperate'],
    ['👩‍👩‍👧 plain', '👩👩👧 plain'],
  ])('%s is %s', (text, folded) => {
    expect(foldText(text)).toBe(folded);
    expect(foldText(folded)).toBe(folded);
  });
});

describe('a search', () => {
  it.each([
    ['attached  photos', ['attached', 'photos']],
    ['"New York" hotel', ['new york', 'hotel']],
    ['https://example.com/a', ['https://example.com/a']],
    ['note: :x "open a"b', ['note:', ':x', '"open', 'a"b']],
    ['"', ['"']],
    ['\u0301', ['\u0301']],
  ])('%s has the terms %j', (q, texts) => {
    expect(parseQuery(q)).toEqual(texts.map((text) => ({ text })));
  });

  it.each([
    ['email:Ada', { text: 'ada', field: { name: 'email', literal: 'email:ada' } }],
    ['"first name":"Ada L"', { text: 'ada l', field: { name: 'first name', literal: 'first name:ada l' } }],
    ['10:30', { text: '30', field: { name: '10', literal: '10:30' } }],
  ])('%s asks for a field', (q, term) => {
    expect(parseQuery(q)).toEqual([term]);
  });

  const data = { Name: 'José García', note: 'see you at 10:30, photos "attached"\n', tags: ['a/b'], age: 42 };
  it.each([
    ...[
      'garcia',
      'attached photos',
      'name:jose',
      'NAME:garcía',
      '10:30',
      '"you at"',
      'tags:a/b',
      'age:42',
      '"attached"',
    ],
  ])('%s finds a submission', (q) => {
    expect(matchesQuery(parseQuery(q), data)).toBe(true);
  });

  it.each(['garcia maria', 'note:garcia', '"at you"', 'age:43', 'other:jose', '\u0301'])('%s does not', (q) => {
    expect(matchesQuery(parseQuery(q), data)).toBe(false);
  });
});
