import type { en } from '#languages/sentences/en.ts';

type English = typeof en;
export type SentenceName = keyof English;

/** All sentences in a language. `Plurals` are the categories of its plurals for whole numbers. */
export type Sentences<Plurals extends Intl.LDMLPluralRule> = {
  readonly [Name in SentenceName]: English[Name] extends string ? string : Readonly<Record<Plurals, string>>;
};

type Holes<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Holes<Rest> : never;
type TextsOf<Sentence> = Sentence extends string ? Sentence : Sentence[keyof Sentence];
interface TypedHoles {
  readonly count: number;
  readonly number: number;
  /** In bytes. */
  readonly size: number;
  /** As `2026-01-31`. */
  readonly day: string;
  /** It is shown with its time in UTC. */
  readonly date: Date;
}

/** The values that a sentence needs. */
export type ValuesOf<Name extends SentenceName> = {
  readonly [Hole in Holes<TextsOf<English[Name]>>]: Hole extends keyof TypedHoles ? TypedHoles[Hole] : string;
};
