import { type Bound, readBound } from '@inlet/contracts/routing/bounds';
import { foldText } from '@inlet/contracts/search-query';
import type { Fields } from '#check-field.ts';

/** What the conditions need of a file. */
export interface ConditionFile {
  readonly field: string;
  readonly name: string;
}

/** The values of a list or an object that are compared; no form has as many. */
const valuesMax = 1_000;
/** The characters of a field that are compared: to find a text of 1,000 in them takes two milliseconds at most. */
const comparedMax = 20_000;
/** A number with 16 digits in a row may lose some in JavaScript. */
const longNumber = /[0-9]{16}/;
/** Follows a value that is cut, so that its start is not taken for the whole. No value contains it. */
const end = '\0';

/** The texts of a field: a list and an object have one for each of their values, and a file has its name. */
export function textsOf(fields: Fields, files: readonly ConditionFile[], field: string): string[] {
  const texts: string[] = [];
  if (Object.hasOwn(fields, field)) addTexts(texts, fields[field]);
  for (const file of files) if (file.field === field) addTexts(texts, file.name);
  return texts;
}

function addTexts(texts: string[], value: unknown): void {
  if (texts.length >= valuesMax) return;
  if (typeof value === 'string') {
    if (value.trim() !== '') texts.push(value);
    return;
  }
  if (JSON.isRawJSON(value)) texts.push(numberText(value.rawJSON));
  else if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) addTexts(texts, item);
  else if (value !== null && value !== undefined) texts.push(String(value));
}

/** A number is written as JavaScript writes it, unless it would lose digits. */
function numberText(sent: string): string {
  return longNumber.test(sent) ? sent : String(Number(sent));
}

/** The values of a field as conditions compare them. Each form is made when a condition asks for it. */
export class FieldValues {
  /** The values that are not blank, as they were sent. */
  readonly texts: readonly string[];
  #folded: readonly string[] | undefined;
  #bounds: readonly Bound[] | undefined;

  constructor(texts: readonly string[]) {
    this.texts = texts;
  }

  /** The values without case and accents. */
  get folded(): readonly string[] {
    this.#folded ??= foldAll(this.texts);
    return this.#folded;
  }

  get bounds(): readonly Bound[] {
    this.#bounds ??= this.texts.map(readBound).filter((bound) => bound !== null);
    return this.#bounds;
  }
}

function foldAll(texts: readonly string[]): string[] {
  let left = comparedMax;
  return texts.map((text) => {
    const folded = foldValue(text.slice(0, left));
    const cut = text.length > left || folded.length > left ? folded.slice(0, left) + end : folded;
    left = Math.max(0, left - folded.length);
    return cut;
  });
}

/** A value without case, accents and the space around it. Where folding leaves nothing, as of a lone accent, it stays. */
export function foldValue(text: string): string {
  return foldText(text).trim() || text.trim();
}
