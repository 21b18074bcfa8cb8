import { foldText, matchesQuery, parseQuery } from '@inlet/contracts/search-query';
import { cases } from '@inlet/testing/config';
import { hostileText } from '@inlet/testing/hostile-text';
import fc from 'fast-check';
import { expect, it } from 'vitest';

it('a folded text stays as it is, and what means the same folds to the same', () => {
  const property = fc.property(hostileText, (text) => {
    const folded = foldText(text);
    expect(foldText(folded)).toBe(folded);
    for (const form of ['NFC', 'NFD', 'NFKD']) expect(foldText(text.normalize(form))).toBe(folded);
  });
  fc.assert(property, cases(1_000));
});

it('a search for a whole value finds it, however it is written', () => {
  const property = fc.property(hostileText, (text) => {
    const phrase = text.replaceAll('"', '');
    if (foldText(phrase) === '') return;
    expect(matchesQuery(parseQuery(`"${phrase}"`), { a: phrase })).toBe(true);
    expect(matchesQuery(parseQuery(`"${phrase.normalize('NFD')}"`), { a: phrase })).toBe(true);
  });
  fc.assert(property, cases(1_000));
});
