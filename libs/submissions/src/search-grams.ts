/**
 * What stands for a text in the index of a form's submissions: hashes of each three letters or digits in a row. A text
 * that contains another one has all of that one's hashes. Chinese, Japanese and Korean words are short, so of their
 * letters it also has each two. The form is part of each hash.
 */
export interface SearchGrams {
  /** Calls back for each hash of a folded text; some come more than once. */
  readonly ofText: (text: string, found: (gram: number) => void) => void;
  /** Hashes that a text must have to contain this one: none of a short one, and of a long one some that lie apart. */
  readonly ofTerm: (text: string) => number[];
  /** The hash of where a submission came from; null where that is not known. */
  readonly ofOrigin: (origin: string | null) => number;
}

/** More would make a search read more and hardly rule out more. */
const gramsOfTerm = 5;
/** From here on two letters say as much as three others. Halves of surrogate pairs, such as emoji, are among them. */
const firstDense = 0x2e80;

export function searchGrams(formId: string): SearchGrams {
  const seed = hash(0, formId);
  const [two, three] = [mix(seed, 2), mix(seed, 3)];

  function ofText(text: string, found: (gram: number) => void): void {
    let a = 0;
    let b = 0;
    for (let place = 0; place < text.length; place += 1) {
      const c = text.charCodeAt(place);
      if (!isWord(c)) {
        a = 0;
        b = 0;
        continue;
      }
      if (a !== 0) found(mix(mix(mix(three, a), b), c));
      if (b >= firstDense && c >= firstDense) found(mix(mix(two, b), c));
      a = b;
      b = c;
    }
  }

  return {
    ofText,
    ofTerm: (text) => {
      const all = new Set<number>();
      ofText(text, (gram) => void all.add(gram));
      const step = Math.max(1, (all.size - 1) / (gramsOfTerm - 1));
      return [...all].filter((_, place) => Math.floor(place / step) > Math.floor((place - 1) / step));
    },
    ofOrigin: (origin) => (origin === null ? mix(seed, 4) : hash(mix(seed, 5), origin)),
  };
}

/** A folded text has small letters only. What is not ASCII counts as a letter. */
function isWord(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || code >= 0x80;
}

function hash(start: number, text: string): number {
  let value = start;
  for (let place = 0; place < text.length; place += 1) value = mix(value, text.charCodeAt(place));
  return value;
}

/** Every bit of what goes in moves about half of the 32 bits that come out. */
function mix(value: number, code: number): number {
  let mixed = Math.imul(value ^ code, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
