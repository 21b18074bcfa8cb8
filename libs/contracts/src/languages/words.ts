import type { Language } from '#languages/languages.ts';
import { cs } from '#languages/sentences/cs.ts';
import { de } from '#languages/sentences/de.ts';
import { en } from '#languages/sentences/en.ts';
import { es } from '#languages/sentences/es.ts';
import { fr } from '#languages/sentences/fr.ts';
import { it } from '#languages/sentences/it.ts';
import { ja } from '#languages/sentences/ja.ts';
import { nl } from '#languages/sentences/nl.ts';
import { pl } from '#languages/sentences/pl.ts';
import { pt } from '#languages/sentences/pt.ts';
import { sv } from '#languages/sentences/sv.ts';
import { tr } from '#languages/sentences/tr.ts';
import type { SentenceName, Sentences, ValuesOf } from '#languages/sentences.ts';

/** What visitors read, in one language. */
export interface Words {
  readonly language: Language;
  /** A sentence as plain text. Markup needs it escaped. */
  readonly say: <Name extends SentenceName>(name: Name, ...values: ValueArguments<Name>) => string;
}

/** The values that a sentence needs, as arguments. */
export type ValueArguments<Name extends SentenceName> = keyof ValuesOf<Name> extends never
  ? readonly []
  : readonly [values: ValuesOf<Name>];
type AnySentences = Sentences<'other'>;

const sentences: Readonly<Record<Language, AnySentences>> = { en, de, fr, es, it, pt, nl, pl, cs, sv, ja, tr };

const made = new Map<Language, Words>();

/** The words of a language; they are made when they are first needed. */
export function wordsOf(language: Language): Words {
  const words = made.get(language) ?? makeWords(language);
  made.set(language, words);
  return words;
}

function makeWords(language: Language): Words {
  const plurals = new Intl.PluralRules(language);
  const styles = stylesOf(language);
  const own = sentences[language];
  /** Sentences in pieces: each second one is a name in braces. */
  const split = new Map<string, readonly string[]>();

  function textOf(name: SentenceName, count: unknown): string {
    const sentence: string | Partial<Record<Intl.LDMLPluralRule, string>> = own[name];
    return typeof sentence === 'string' ? sentence : (sentence[plurals.select(Number(count))] ?? '');
  }

  function fill(name: SentenceName, values: Readonly<Record<string, unknown>>): string {
    let said = '';
    let isHole = false;
    for (const piece of piecesOf(textOf(name, values.count))) {
      said += isHole ? show(piece, values[piece]) : piece;
      isHole = !isHole;
    }
    return said;
  }

  // Each rule of each form is compiled with its sentences.
  function piecesOf(text: string): readonly string[] {
    const pieces = split.get(text) ?? text.split(/\{(\w+)\}/);
    split.set(text, pieces);
    return pieces;
  }

  function show(hole: string, value: unknown): string {
    const style = Object.hasOwn(styles, hole) ? styles[hole as keyof typeof styles] : String;
    return style(value as never);
  }

  return { language, say: (name, ...[values]) => fill(name, values ?? {}) };
}

/** How a language writes each kind of value. */
function stylesOf(language: Language) {
  const count = new Intl.NumberFormat(language);
  // Without groups, because a number may be a year.
  const number = new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: 20 });
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  const date = new Intl.DateTimeFormat(language, {
    ...{ day: 'numeric', month: 'long', year: 'numeric', hour: 'numeric', minute: '2-digit' },
    ...{ timeZone: 'UTC', timeZoneName: 'short' },
  });
  const ordinal = firstDays[language];
  const withFirst = (text: string) => (ordinal ? text.replace(/^1(?= )/, ordinal) : text);
  return {
    count: (value: number) => count.format(value),
    number: (value: number) => number.format(value),
    size: sizeStyle(language),
    // The API has the same sentence in English, with the day as programs write it.
    day: (value: string) => (language === 'en' ? value : withFirst(day.format(new Date(`${value}T00:00:00Z`)))),
    date: (value: Date) => withFirst(date.format(value)),
  };
}

/** The first day of a month, where the language counts it and Intl does not. */
const firstDays: Partial<Record<Language, string>> = { fr: '1er', pt: '1º' };

const units = [
  { unit: 'gigabyte', bytes: 1_000_000_000, unitDisplay: 'short' },
  { unit: 'megabyte', bytes: 1_000_000, unitDisplay: 'short' },
  { unit: 'kilobyte', bytes: 1_000, unitDisplay: 'short' },
  { unit: 'byte', bytes: 1, unitDisplay: 'long' },
] as const;

function sizeStyle(language: Language): (bytes: number) => string {
  const styles = units.map(({ unit, bytes, unitDisplay }) => {
    const options = { style: 'unit', unit, unitDisplay, maximumFractionDigits: 6 } as const;
    return { bytes, style: new Intl.NumberFormat(language, options) };
  });
  return (size) => {
    const found = styles.find((each) => size >= each.bytes);
    const text = found ? found.style.format(size / found.bytes) : '';
    // A line never ends between number and unit. The API has the English sentence, with a plain space.
    return language === 'en' ? text : text.replace(' ', '\u00a0');
  };
}
