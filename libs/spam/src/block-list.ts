import { findWords } from '#find-words.ts';

/** Tells whether a text has one of the entries of a block list. */
export type BlockList = (texts: readonly string[]) => boolean;

const domainOrAddress = /^\S+\.\S+$/;

/**
 * An entry is found in capitals or not, but only as a whole: `bet` is not in `better`. An address or a domain, which
 * has a dot, is also found below another domain: `shop.example` in `mail.shop.example` and in `me@shop.example`.
 */
export function compileBlockList(entries: readonly string[]): BlockList {
  const wanted = entries.map((entry) => ({ text: normal(entry), isName: domainOrAddress.test(entry) }));
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

/** Unicode's own limit for texts that are read as they come (UAX 15, stream-safe texts). */
const manyMarks = /\p{M}{30}(?=\p{M})/gu;
/** It joins nothing and shows nothing, and ends a row of marks. */
const joiner = '\u034f';

/** To put thousands of marks behind one letter in order costs as much as their number squared. */
function normal(text: string): string {
  return text.replace(manyMarks, `$&${joiner}`).normalize('NFKC').toLowerCase().replace(/\s+/g, ' ');
}

const partOfWord = 1;
/** What goes on with it is another name: `my-shop.example` is not `shop.example`. */
const partOfName = 2;
const ofNoName = 3;
/** By the number of the character, for those that were asked for. */
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

/** Behind a domain these go on with it. */
const longerName = /^(?:[\p{L}\p{N}_-]|\.[\p{L}\p{N}])/u;

function isLonger(text: string, end: number): boolean {
  return longerName.test(text.slice(end, end + 2));
}
