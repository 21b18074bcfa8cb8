import type { SpamReason } from '@inlet/contracts/spam';
import { isDisposable } from '#disposable.ts';
import { hasRandomLetters } from '#random-letters.ts';

/** The points of a reason that may be innocent: several together flag a submission, but never hide it. */
export const doubt = 0.45;
/** One link is usual; with four or more, a text is more often an advertisement than not. */
const pointsByLinks = [0, 0, 0.15, 0.3] as const;
const pointsByDuplicates = [0, 0.2, 0.35] as const;

/** Judges the fields of a submission on their own, without any training. */
export function localReasons(texts: readonly string[], duplicates: number): SpamReason[] {
  const reasons: SpamReason[] = [];
  if (duplicates > 0) reasons.push({ name: 'duplicate', points: pointsByDuplicates[duplicates] ?? doubt });
  let links = 0;
  let isRandom = false;
  let isFleeting = false;
  for (const text of texts) {
    links += countLinks(text);
    isRandom ||= hasRandomLetters(text);
    isFleeting ||= hasDisposableAddress(text);
  }
  const linkPoints = pointsByLinks[links] ?? doubt;
  if (linkPoints > 0) reasons.push({ name: 'links', points: linkPoints });
  if (isRandom) reasons.push({ name: 'random-letters', points: doubt });
  if (isFleeting) reasons.push({ name: 'disposable-address', points: doubt });
  return reasons;
}

/** Nobody types links as markup into a form, so one counts as many. */
const markup = /<a\s|\[url[=\]]/i;
const manyLinks = pointsByLinks.length;

function countLinks(text: string): number {
  let count = 0;
  for (let at = text.indexOf('://'); at !== -1; at = text.indexOf('://', at + 3)) count += 1;
  for (let at = text.indexOf('www.'); at !== -1; at = text.indexOf('www.', at + 4))
    if (text[at - 1] !== '/') count += 1;
  return (text.includes('<') || text.includes('[')) && markup.test(text) ? manyLinks : count;
}

const domain = /[a-z0-9-]+(?:\.[a-z0-9-]+)+/iy;
/** The longest DNS name, in characters. Each suffix of it is looked up. */
const domainMax = 253;
/** A text with more addresses is a list of addresses. */
const addressesMax = 5;

function hasDisposableAddress(text: string): boolean {
  let at = text.indexOf('@');
  for (let looked = 0; at !== -1 && looked < addressesMax; looked += 1) {
    domain.lastIndex = at + 1;
    const [found] = domain.exec(text) ?? [];
    if (found !== undefined && found.length <= domainMax && isDisposable(found)) return true;
    at = text.indexOf('@', at + 1);
  }
  return false;
}
