/**
 * What stands for a text in the index of a form's submissions: a hash of each character, of each two and of each three
 * that follow one another. A text that contains another one has all of that one's hashes, in every language. The form
 * is part of each hash, so that forms do not fill one another's lists.
 */
export interface SearchGrams {
  /** Adds the hashes of a text, in small letters. */
  readonly addText: (grams: Set<number>, text: string) => void;
  /** The hashes that a text must have to contain this one. */
  readonly ofSearch: (text: string) => number[];
  /** The hash of where a submission came from; null where that is not known. */
  readonly ofOrigin: (origin: string | null) => number;
  /** The hash of what is too long to be taken apart, and may contain anything. */
  readonly anything: number;
}

export function searchGrams(formId: string): SearchGrams {
  const seed = hash(0, formId);
  const [one, two, three] = [mix(seed, 1), mix(seed, 2), mix(seed, 3)];
  const ofTwo = (a: number, b: number) => mix(mix(two, a), b);
  const ofThree = (a: number, b: number, c: number) => mix(mix(mix(three, a), b), c);

  return {
    addText: (grams, text) => {
      let a = -1;
      let b = -1;
      for (let place = 0; place < text.length; place += 1) {
        const c = text.charCodeAt(place);
        grams.add(mix(one, c));
        if (b >= 0) grams.add(ofTwo(b, c));
        if (a >= 0) grams.add(ofThree(a, b, c));
        a = b;
        b = c;
      }
    },
    ofSearch: (text) => {
      const codes = Array.from({ length: text.length }, (_, place) => text.charCodeAt(place));
      const [a = 0, b = 0] = codes;
      if (codes.length === 1) return [mix(one, a)];
      if (codes.length === 2) return [ofTwo(a, b)];
      return [...new Set(codes.slice(2).map((c, place) => ofThree(codes[place] ?? 0, codes[place + 1] ?? 0, c)))];
    },
    ofOrigin: (origin) => (origin === null ? mix(seed, 4) : hash(mix(seed, 5), origin)),
    anything: mix(seed, 6),
  };
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
