/** Words as `sPZkTqmWbNcR` change so often from a small letter to a capital, and words of people do not. */
const flipsMin = 3;
/** `qwrtplkv` has more consonants in a row than words do. */
const consonantsMin = 7;

/** Programs fill each field with such words; of a long text the start is enough. */
const charactersMax = 200;

const consonants = flagsOf('bcdfgjklmnpqrtvwxz');
/** These neither count nor end a row: German has `ngstschw`. */
const silent = flagsOf('sh');

/** Tells whether a word of the text looks like letters that a program drew. */
export function hasRandomLetters(text: string): boolean {
  let flips = 0;
  let row = 0;
  let wasSmall = false;
  const end = Math.min(text.length, charactersMax);
  for (let at = 0; at < end; at += 1) {
    const code = text.charCodeAt(at);
    const small = code | 0x20;
    if (small < 97 || small > 122) {
      // Letters of other alphabets and accents end a row, but not the word.
      if (code < 128) flips = 0;
      row = 0;
      wasSmall = false;
      continue;
    }
    if (wasSmall && code !== small) flips += 1;
    wasSmall = code === small;
    if (consonants[small] === 1) row += 1;
    else if (silent[small] === 0) row = 0;
    if (flips >= flipsMin || row >= consonantsMin) return true;
  }
  return false;
}

function flagsOf(letters: string): Uint8Array {
  const flags = new Uint8Array(128);
  for (const letter of letters) flags[letter.charCodeAt(0)] = 1;
  return flags;
}
