import { readFileSync } from 'node:fs';

/** 94 kB, which are read when the first password is chosen, and kept. */
const listFile = new URL('./common-passwords.txt', import.meta.url);
/** A password of one or two different characters is on no list, but still among the first guesses. */
const differentCharactersMin = 3;

let commonest: ReadonlySet<string> | undefined;

/** Returns whether a password is among those that a guesser tries first. */
export function isCommonPassword(password: string): boolean {
  commonest ??= readList();
  return new Set(password).size < differentCharactersMin || commonest.has(password.toLowerCase());
}

function readList(): ReadonlySet<string> {
  const lines = readFileSync(listFile, 'utf8').split('\n');
  return new Set(lines.filter((line) => line !== '' && !line.startsWith('#')));
}
