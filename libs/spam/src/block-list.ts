/** Tells whether a text has one of the entries of a block list. */
export type BlockList = (texts: readonly string[]) => boolean;

const partOfWord = /[\p{L}\p{N}]/u;
/** What goes on with it is another name: `my-shop.example` is not `shop.example`. */
const partOfName = /[\p{L}\p{N}_-]/u;
/** Behind a domain these go on with it. */
const longerName = /^(?:[\p{L}\p{N}_-]|\.[\p{L}\p{N}])/u;

/**
 * An entry is found in capitals or not, but only as a whole: `bet` is not in `better`. An address or a domain, which
 * has a dot, is also found below another domain: `shop.example` in `mail.shop.example` and in `me@shop.example`.
 */
export function compileBlockList(entries: readonly string[]): BlockList {
  const wanted = entries.map((entry) => ({ entry: normal(entry), isName: /^\S+\.\S+$/.test(entry) }));
  return (texts) => {
    const text = normal(texts.join('\n'));
    return wanted.some(({ entry, isName }) => has(text, entry, isName));
  };
}

function normal(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ');
}

function has(text: string, entry: string, isName: boolean): boolean {
  for (let at = text.indexOf(entry); at !== -1; at = text.indexOf(entry, at + 1)) {
    const before = at === 0 ? '' : (text[at - 1] ?? '');
    const rest = text.slice(at + entry.length, at + entry.length + 2);
    if (isName ? !partOfName.test(before) && !longerName.test(rest) : !partOfWord.test(before) && !startsWord(rest)) {
      return true;
    }
  }
  return false;
}

function startsWord(rest: string): boolean {
  return partOfWord.test(rest.slice(0, 1));
}
