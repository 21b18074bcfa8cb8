import { describe, expect, it } from 'vitest';
import { languageNames, languages } from '#languages/languages.ts';
import { en } from '#languages/sentences/en.ts';
import type { SentenceName } from '#languages/sentences.ts';
import { type Words, wordsOf } from '#languages/words.ts';

const names = Object.keys(en) as SentenceName[];
/** Counts that need each plural form of the twelve languages. */
const counts = [0, 1, 1.5, 2, 3, 5, 11, 21, 22, 25, 101, 1_000_000];

const holesOf = (name: SentenceName) => {
  const found = [...JSON.stringify(en[name]).matchAll(/\{(\w+)\}/g)];
  return [...new Set(found.map(([, hole = '']) => hole))];
};

/** Two values of the same kind for a name in braces. */
const pairs: Readonly<Record<string, readonly unknown[]>> = {
  number: [1.5, 2_030],
  size: [10_000, 1_500_000],
  day: ['2026-01-31', '2026-05-01'],
  date: [new Date('2026-12-01T09:00:00Z'), new Date('2026-12-01T10:00:00Z')],
};
const pairOf = (hole: string) => pairs[hole] ?? ['<b>one</b>', '{two} & "$1"'];

function say(words: Words, name: SentenceName, values: Readonly<Record<string, unknown>>): string {
  return (words.say as (name: SentenceName, values: object) => string)(name, values);
}

const valuesOf = (name: SentenceName): Record<string, unknown> =>
  Object.fromEntries(holesOf(name).map((hole) => [hole, hole === 'count' ? 5 : pairOf(hole)[0]]));

describe.each(languages)('the sentences in %s', (language) => {
  const words = wordsOf(language);

  it('have everything that English fills in', () => {
    for (const name of names) {
      const values = valuesOf(name);
      for (const hole of holesOf(name).filter((each) => each !== 'count')) {
        const [one, two] = pairOf(hole).map((value) => say(words, name, { ...values, [hole]: value }));
        expect(one, `${name} ${hole}`).not.toBe(two);
        expect(one, name).not.toMatch(/undefined|NaN|Invalid|^$/);
      }
    }
  });

  it('have each count, in a form of its own where the language has one', () => {
    for (const name of names.filter((each) => holesOf(each).includes('count')))
      for (const count of counts)
        expect(say(words, name, { count }), name).toContain(new Intl.NumberFormat(language).format(count));
  });

  it('are plain text, with the quotes of their language', () => {
    for (const name of names) {
      const plain = Object.entries(valuesOf(name)).map(([hole, value]) => [
        hole,
        typeof value !== 'string' || pairs[hole] ? value : 'x',
      ]);
      expect(say(words, name, Object.fromEntries(plain)), name).not.toMatch(/[<>&"'{}]|^\s|\s$| {2}|^$/);
    }
  });

  it('repeat a text of somebody else unchanged', () => {
    const form = '{count} $& <b>"\'';
    expect(words.say('copySubject', { form })).toContain(form);
  });
});

it.each([
  ['pl', 'Proszę wpisać najwyżej … .', 'znak', 'znaki', 'znaków', 'znaków', 'znaki', 'znaków', 'znaku'],
  ['cs', 'Zadejte prosím nejvýše … .', 'znak', 'znaky', 'znaků', 'znaků', 'znaků', 'znaků', 'znaku'],
  ['nl', 'Vul maximaal … in.', 'teken', 'tekens', 'tekens', 'tekens', 'tekens', 'tekens', 'tekens'],
  ['ja', '…以内で入力してください。', '文字', '文字', '文字', '文字', '文字', '文字', '文字'],
] as const)('plurals in %s follow its rules', (language, around, ...nouns) => {
  const words = wordsOf(language);
  for (const [index, count] of [1, 2, 5, 11, 22, 25, 1.5].entries()) {
    const number = new Intl.NumberFormat(language).format(count);
    const counted = language === 'ja' ? `${number}${nouns[index]}` : `${number} ${nouns[index]}`;
    expect(words.say('tooLong', { count })).toBe(around.replace(/… ?(?=\.)|…/, counted));
  }
});

it.each([
  ['en', 'must be 2030.5 or more', 'can have at most 1,234 characters', '10 kB', '2026-01-01'],
  [
    'de',
    'Die Zahl muss mindestens 2030,5 sein.',
    'Bitte geben Sie höchstens 1.234 Zeichen ein.',
    '10\u00a0kB',
    '1. Januar 2026',
  ],
  [
    'fr',
    'Le nombre doit être supérieur ou égal à 2030,5.',
    'Veuillez saisir au maximum 1\u202f234 caractères.',
    '10\u202fko',
    '1er janvier 2026',
  ],
  ['ja', '2030.5以上の数値を入力してください。', '1,234文字以内で入力してください。', '10\u00a0KB', '2026年1月1日'],
] as const)('numbers, sizes and days are those of %s', (language, number, count, size, day) => {
  const { say: told } = wordsOf(language);
  expect(told('tooSmall', { number: 2_030.5 })).toBe(number);
  expect(told('tooLong', { count: 1_234 })).toBe(count);
  expect(told('filesTooBig', { size: 10_000 })).toContain(size);
  expect(told('tooEarly', { day: '2026-01-01' })).toContain(day);
});

it('a moment is told with its time in UTC', () => {
  const date = new Date('2026-12-01T09:00:00Z');
  expect(wordsOf('de').say('opensOn', { date })).toBe(
    'Dieses Formular wird am 1. Dezember 2026 um 09:00 UTC geöffnet.',
  );
  expect(wordsOf('ja').say('opensOn', { date })).toBe('このフォームは2026年12月1日 9:00 UTCに受付を開始します。');
});

it('each language has a name of its own', () => {
  expect(new Set(Object.values(languageNames)).size).toBe(languages.length);
});
