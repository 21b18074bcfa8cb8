/** The start of an address that is being written behind an `@`, and its range in the text. */
export interface MentionStart {
  readonly word: string;
  readonly from: number;
  readonly to: number;
}

const wordMax = 254;
const inWord = /[\w.%+'@-]/;

/** The mention in front of the caret; null where there is none. */
export function mentionAt(text: string, caret: number): MentionStart | null {
  let from = caret;
  while (from > 0 && caret - from <= wordMax && inWord.test(text.charAt(from - 1))) from -= 1;
  const word = text.slice(from, caret);
  // A second `@` is that of the address itself.
  return word.startsWith('@') ? { word: word.slice(1).toLowerCase(), from, to: caret } : null;
}

/** A text in which the mention is complete, and the caret behind it. */
export function withMention(text: string, { from, to }: MentionStart, email: string) {
  const before = `${text.slice(0, from)}@${email}`;
  const rest = text.slice(to);
  const space = /^\s/.test(rest) ? '' : ' ';
  return { text: `${before}${space}${rest}`, caret: before.length + 1 };
}
