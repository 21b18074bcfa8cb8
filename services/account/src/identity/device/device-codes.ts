import { createHash, randomBytes, randomInt } from 'node:crypto';

/** 256 random bits. */
const secretBytes = 32;

/** No vowels, so no word is formed, and no letter that looks like a digit. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ';
/** 20^8 = 25.6 billion codes. `deviceGuessesOfNetwork` says how far somebody who guesses comes. */
const userCodeLength = 8;
const userCodePattern = new RegExp(`^[${letters}]{${userCodeLength}}$`);

export function createDeviceCode(): string {
  return randomBytes(secretBytes).toString('base64url');
}

/** The code is random enough for a fast hash. */
export function hashDeviceCode(code: string): string {
  return createHash('sha256').update(code).digest('base64url');
}

export function createUserCode(): string {
  return Array.from({ length: userCodeLength }, () => letters[randomInt(letters.length)]).join('');
}

/** A code as people read it aloud: `BCDF-GHJK`. */
export function presentUserCode(code: string): string {
  return `${code.slice(0, userCodeLength / 2)}-${code.slice(userCodeLength / 2)}`;
}

/** The code in what somebody typed, in capitals and without hyphen; null for a text that is no code. */
export function readUserCode(typed: string): string | null {
  const code = typed.replaceAll(/[\s-]/g, '').toUpperCase();
  return userCodePattern.test(code) ? code : null;
}
