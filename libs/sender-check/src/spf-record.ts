import { isIP } from 'node:net';

const allTerm = /^([+?~-]?)all$/i;
const modifier = /^[a-z][\w.-]*=/i;
const redirect = /^redirect=/i;

/** Whether a text of the DNS is an SPF record. */
export function isSpf(text: string): boolean {
  return /^v=spf1(?: |$)/i.test(text.trim());
}

/** What an SPF record says of senders, and what it says of all others. */
export interface SpfParts {
  readonly terms: readonly string[];
  readonly all: string;
}

/** The parts of one record for what these say: each term once, and the strictest word on all others except `+all`. */
export function joinSpf(records: readonly string[]): SpfParts {
  const terms = new Map<string, string>();
  for (const term of records.flatMap(termsOf)) {
    // A record has at most one explanation.
    const key = term.toLowerCase().replace(/^\+|(?<=^exp=).*/g, '');
    if (!terms.has(key)) terms.set(key, term);
  }
  const ends = records.flatMap((record) => record.trim().split(/ +/)).map((term) => allTerm.exec(term)?.[1]);
  const qualifier = ['-', '~', '?'].find((each) => ends.includes(each)) ?? '~';
  return { terms: [...terms.values()], all: `${qualifier}all` };
}

export function writeSpf({ terms, all }: SpfParts): string {
  return ['v=spf1', ...terms, all].join(' ');
}

/** The record with one more mechanism, before the part that decides on all others. */
export function extendSpf(record: string, mechanism: string): string {
  const terms = record.trim().split(/ +/);
  const end = terms.findIndex((term) => allTerm.test(term) || redirect.test(term));
  return terms.toSpliced(end === -1 ? terms.length : end, 0, mechanism).join(' ');
}

/** The terms that count, without `all`. A joined record has an `all`, so it includes what one redirects to. */
function termsOf(record: string): string[] {
  const [, ...terms] = record.trim().split(/ +/);
  const end = terms.findIndex((term) => allTerm.test(term));
  if (end === -1) return terms.map((term) => mendTerm(term.replace(redirect, 'include:')));
  return terms
    .filter((term, index) => (index < end || modifier.test(term)) && !allTerm.test(term) && !redirect.test(term))
    .map(mendTerm);
}

/** Common slips, such as `ip:192.0.2.1` or `include=example.com`, whose meaning is clear. */
function mendTerm(term: string): string {
  const [, qualifier, name = '', value = ''] = /^([+?~-]?)([a-z][a-z0-9]*)[:=](.+)$/i.exec(term) ?? [];
  const family = /^ip/i.test(name) ? isIP(value.replace(/\/\d+$/, '')) : 0;
  if (family !== 0) return `${qualifier}ip${family}:${value}`;
  return /^(?:include|a|mx|exists|ptr)$/i.test(name) ? `${qualifier}${name}:${value}` : term;
}
