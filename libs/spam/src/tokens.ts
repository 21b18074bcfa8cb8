/** A unit of text that the classifier counts: the hash of a word, of two consecutive words, or of a host. */
export type Token = number;

/** Longer texts add nothing new, and would fill the database. */
const tokensMax = 600;
const words = /[\p{L}\p{N}$€£%!][\p{L}\p{N}'’$€£%!_-]*/gu;
/** Matches a whole run of host characters, so that none is read twice. */
const hostRuns = /(?:https?:\/\/|www\.|@)([a-z0-9.-]+)/gu;
const hostInRun = /^.+\.[a-z]{2,}/;
const wordMax = 24;

/** Returns the distinct tokens of a submission; for a long one, the first. */
export function tokensOf(texts: readonly string[]): Token[] {
  const tokens = new Set<Token>();
  for (const given of texts) {
    const text = given.toLowerCase();
    if (text.includes('.')) addHosts(text, tokens);
    let before = 0;
    for (const word of text.match(words) ?? []) {
      if (tokens.size >= tokensMax) return [...tokens];
      const token = word.length > wordMax ? lengthToken(word) : hashText(word, wordSeed);
      tokens.add(token);
      if (before !== 0) tokens.add(pairOf(before, token));
      before = token;
    }
  }
  return [...tokens];
}

function addHosts(text: string, tokens: Set<Token>): void {
  for (const [, run = ''] of text.matchAll(hostRuns)) {
    const [host] = hostInRun.exec(run) ?? [];
    if (host !== undefined) tokens.add(hashText(host, hostSeed));
  }
}

const wordSeed = 1;
const hostSeed = 2;
const lengthSeed = 3;

/** A text that is too long for a word only counts by its length. */
function lengthToken(word: string): Token {
  return hashText(String(Math.min(10, word.length >> 3)), lengthSeed);
}

/** A hash of 53 bits, which the database stores exactly as a bigint. It need not resist attacks. */
export function hashText(text: string, seed: number): number {
  let high = 0xdeadbeef ^ seed ^ Math.floor(seed / 0x100000000);
  let low = 0x41c6ce57 ^ seed;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  return mixed(high, low);
}

function pairOf(first: Token, second: Token): Token {
  const [high, low] = [first / 0x100000000, first] as const;
  return mixed(
    Math.imul(high ^ second, 2654435761) ^ Math.imul(second / 0x100000000, 2246822507),
    Math.imul(low ^ second, 1597334677) ^ Math.imul(second, 3266489909),
  );
}

function mixed(high: number, low: number): number {
  const top = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  const bottom = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(top ^ (top >>> 13), 3266489909);
  return 0x100000000 * (top & 0x1fffff) + (bottom >>> 0);
}
