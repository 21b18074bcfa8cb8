import { normalizeText } from '@inlet/contracts/text';
import { findWords } from '#find-words.ts';

/** Returns whether a text has one of the entries of a block list. */
export type BlockList = (texts: readonly string[]) => boolean;

/**
 * Entries match case-insensitively, but only as whole words: `bet` does not match `better`. An address or a domain,
 * which has a dot, also matches below another domain: `shop.example` matches `mail.shop.example` and `me@shop.example`.
 */
export function compileBlockList(entries: readonly string[]): BlockList {
  const wanted = entries.map((entry) => ({ text: normal(entry), isName: isName(entry) }));
  const find = findWords(wanted.map(({ text }) => text));
  return (texts) => {
    const text = normal(texts.join('\n'));
    const mayEnd = (end: number) => kindAt(text, end) !== partOfWord;
    return find(text, mayEnd, (start, end, entry) => {
      const before = kindAt(text, start - 1);
      return wanted[entry]?.isName ? before === ofNoName && !isLonger(text, end) : before !== partOfWord;
    });
  };
}

/** True for an address or a domain: it has a dot within a word. */
function isName(entry: string): boolean {
  return !/\s/.test(entry) && entry.slice(1, -1).includes('.');
}

function normal(text: string): string {
  return normalizeText(text, 'NFKC').toLowerCase().replace(/\s+/g, ' ');
}

const partOfWord = 1;
/** Characters that continue a name, so that it is another one: `my-shop.example` is not `shop.example`. */
const partOfName = 2;
const ofNoName = 3;
/** The kind of each character code, cached on first use. */
const kinds = new Uint8Array(65_536);

function kindAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (Number.isNaN(code)) return ofNoName;
  const known = kinds[code] as number;
  if (known !== 0) return known;
  const one = String.fromCharCode(code);
  const kind = /[\p{L}\p{N}]/u.test(one) ? partOfWord : one === '_' || one === '-' ? partOfName : ofNoName;
  kinds[code] = kind;
  return kind;
}

/** Text behind a domain that continues it. */
const longerName = /^(?:[\p{L}\p{N}_-]|\.[\p{L}\p{N}])/u;

function isLonger(text: string, end: number): boolean {
  return longerName.test(text.slice(end, end + 2));
}
