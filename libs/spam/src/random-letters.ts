/** Words such as `sPZkTqmWbNcR` change this often from lower to upper case; words written by people do not. */
const flipsMin = 3;
/** `qwrtplkv` has more consecutive consonants than real words. */
const consonantsMin = 7;

/** Programs fill each field with such words; the start of a long text is enough. */
const charactersMax = 100;

// The kind of a character, as bits.
const consonant = 1;
/** Consonants, and two letters that neither count nor end a run: German has `ngstschw`. */
const keepsRow = 2;
const keepsWord = 4;
const small = 8;
const capital = 16;
/** Letters of other alphabets and accents end a run, but not the word. */
const foreign = keepsWord;
const kinds = kindsOfCharacters();

/** Returns whether a word of the text looks like letters that a program drew. */
export function hasRandomLetters(text: string): boolean {
  let flips = 0;
  let row = 0;
  let wasSmall = 0;
  const end = Math.min(text.length, charactersMax);
  for (let at = 0; at < end; at += 1) {
    const code = text.charCodeAt(at);
    const kind = code < 128 ? (kinds[code] as number) : foreign;
    // Arithmetic replaces branches, because a processor cannot predict the next letter. A mask of `-1` keeps a count,
    // and `0` resets it.
    flips = (flips + (wasSmall & (kind >> 4))) & -((kind >> 2) & 1);
    row = (row + (kind & 1)) & -((kind >> 1) & 1);
    wasSmall = (kind >> 3) & 1;
    if (flips >= flipsMin || row >= consonantsMin) return true;
  }
  return false;
}

function kindsOfCharacters(): Uint8Array {
  const found = new Uint8Array(128);
  for (const letter of 'abcdefghijklmnopqrstuvwxyz') {
    const row = 'bcdfgjklmnpqrtvwxz'.includes(letter) ? consonant | keepsRow : 'sh'.includes(letter) ? keepsRow : 0;
    found[letter.charCodeAt(0)] = row | keepsWord | small;
    found[letter.toUpperCase().charCodeAt(0)] = row | keepsWord | capital;
  }
  return found;
}
