import { readPattern } from '@inlet/contracts/rule-patterns';
import { RE2Set } from 're2js';

/** A longer value fails a pattern unseen. */
export const patternValueMax = 2_000;
/** What the automaton of one pattern may keep, in bytes. Beyond it the matching is slower, and stays linear. */
const memoryMax = 65_536;

/** Compiles a pattern for whole values, at its first use: most entries of the directory never see a submission. */
export function compilePattern(pattern: string): (text: string) => boolean {
  let matcher: RE2Set | undefined;
  return (text) => {
    matcher ??= matcherOf(pattern);
    return matcher.match(text).length > 0;
  };
}

/** A set of one pattern: of the classes of re2js, the set alone has a limit for its memory. */
function matcherOf(pattern: string): RE2Set {
  const read = readPattern(pattern);
  if ('fault' in read) throw new Error(`The rules have a pattern that cannot be saved: ${read.fault}`);
  const set = new RE2Set(RE2Set.ANCHOR_BOTH, 0, memoryMax);
  set.add(read.re2);
  return set;
}
