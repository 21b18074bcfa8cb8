export interface Token {
  readonly kind: 'name' | 'string' | 'punctuation' | 'literal';
  /** For a string what stands between its quotes, as written. */
  readonly text: string;
  readonly line: number;
}

export interface Comment {
  readonly text: string;
  readonly line: number;
}

export interface Tokens {
  readonly tokens: readonly Token[];
  readonly comments: readonly Comment[];
}

/** Splits TypeScript, JSX included, into tokens, so that no comment, string or text on a page is taken for code. */
export function tokenise(text: string, options: { readonly jsx: boolean }): Tokens {
  return new Tokeniser(text, options.jsx).run();
}

/** What the reader is in the middle of; code inside a template or inside JSX ends where its brace closes. */
type Frame =
  | { readonly mode: 'code' }
  | { readonly mode: 'template'; readonly start: number; isPlain: boolean }
  | { readonly mode: 'tag'; openGenerics: number }
  | { readonly mode: 'children' };

const space = /\s+/y;
const lineComment = /\/\/[^\n]*|^#![^\n]*/y;
const blockComment = /\/\*[\s\S]*?(?:\*\/|$)/y;
const name = /[\p{ID_Start}$_#][\p{ID_Continue}$]*/uy;
const number = /\.?\d[\w.]*/y;
// A string that never ends is cut at its line, so that one surprise cannot hide the rest of the file.
const quoted = /'(?:[^'\\\n]|\\[\s\S])*'?|"(?:[^"\\\n]|\\[\s\S])*"?/y;
const regex = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[\w$]*/y;
const punctuation = /=>|\+\+|--|\?\.(?!\d)|\.\.\.|[\s\S]/y;
const templateText = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*/y;
const attributeText = /"[^"]*"?|'[^']*'?/y;
const childText = /[^<{]*/y;
const closingTag = /<\/[^>]*>?/y;
const tagName = /[A-Za-z_$][\w$.:-]*|(?=>)/y;

/** After these words a value follows, so `/` begins a regular expression and `<` an element. */
const wordsBeforeValue = new Set(
  'return typeof instanceof in of new delete void throw case do else await yield default'.split(' '),
);
const wordsBeforeCondition = new Set(['if', 'while', 'for', 'with']);

class Tokeniser {
  readonly #text: string;
  readonly #jsx: boolean;
  readonly #tokens: Token[] = [];
  readonly #comments: Comment[] = [];
  readonly #frames: Frame[] = [{ mode: 'code' }];
  /** For each open parenthesis, whether it holds the condition of a statement. */
  readonly #conditions: boolean[] = [];
  #at = 0;
  #line = 1;
  #lineCountedTo = 0;
  #afterValue = false;

  constructor(text: string, jsx: boolean) {
    this.#text = text;
    this.#jsx = jsx;
  }

  run(): Tokens {
    while (this.#at < this.#text.length) {
      const frame = this.#frames.at(-1) ?? { mode: 'code' };
      if (frame.mode === 'code') this.#readCode();
      else if (frame.mode === 'template') this.#readTemplate(frame);
      else if (frame.mode === 'tag') this.#readTag(frame);
      else this.#readChildren();
    }
    return { tokens: this.#tokens, comments: this.#comments };
  }

  #readCode(): void {
    const isRead = this.#skipSpaceOrComment() || this.#readName() || this.#readLiteral() || this.#startElement();
    if (!isRead) this.#readPunctuation();
  }

  #readName(): boolean {
    const start = this.#at;
    const word = this.#take(name);
    if (word === null) return false;
    const previous = this.#tokens.at(-1)?.text;
    const isProperty = previous === '.' || previous === '?.';
    this.#emit('name', word, start, isProperty || !wordsBeforeValue.has(word));
    return true;
  }

  #readLiteral(): boolean {
    const start = this.#at;
    const string = this.#take(quoted);
    if (string !== null) {
      this.#emit('string', withoutQuotes(string), start, true);
      return true;
    }
    const isFound = this.#take(number) !== null || (!this.#afterValue && this.#take(regex) !== null);
    if (isFound) this.#emit('literal', '', start, true);
    return isFound;
  }

  #readPunctuation(): void {
    const start = this.#at;
    const mark = this.#take(punctuation) ?? '';
    if (mark === '`') {
      this.#frames.push({ mode: 'template', start, isPlain: true });
    } else if (mark === '{') {
      this.#frames.push({ mode: 'code' });
      this.#emit('punctuation', mark, start, false);
    } else if (mark === '}') {
      if (this.#frames.length > 1) this.#frames.pop();
      if (this.#frames.at(-1)?.mode === 'code') this.#emit('punctuation', mark, start, false);
    } else if (mark === '(') {
      this.#conditions.push(wordsBeforeCondition.has(this.#tokens.at(-1)?.text ?? ''));
      this.#emit('punctuation', mark, start, false);
    } else if (mark === ')') {
      this.#emit('punctuation', mark, start, this.#conditions.pop() !== true);
    } else {
      const endsValue = mark === ']' || (this.#afterValue && (mark === '++' || mark === '--' || mark === '!'));
      this.#emit('punctuation', mark, start, endsValue && !(mark === '!' && this.#text[this.#at] === '='));
    }
  }

  #readTemplate(frame: Frame & { mode: 'template' }): void {
    this.#take(templateText);
    if (this.#text.startsWith('${', this.#at)) {
      this.#at += 2;
      frame.isPlain = false;
      this.#afterValue = false;
      this.#frames.push({ mode: 'code' });
      return;
    }
    this.#at += 1;
    this.#frames.pop();
    const text = this.#text.slice(frame.start + 1, this.#at - 1);
    this.#emit(frame.isPlain ? 'string' : 'literal', frame.isPlain ? text : '', frame.start, true);
  }

  /** Enters `<Tag …>` or `<>`, but not the `<T,>` of a generic function or the `<T>(…)` of its type. */
  #startElement(): boolean {
    if (!this.#jsx || this.#afterValue || this.#text[this.#at] !== '<') return false;
    const start = this.#at;
    this.#at += 1;
    const tag = this.#take(tagName);
    const next = this.#text.slice(this.#at, this.#at + 80);
    const isGeneric = /^\s*(?:,|=|extends\b)/.test(next);
    const isClosedLater = !next.startsWith('>') || this.#text.includes(`</${tag}`, this.#at);
    if (tag === null || isGeneric || !isClosedLater) {
      this.#at = start;
      return false;
    }
    this.#frames.push({ mode: 'tag', openGenerics: 0 });
    return true;
  }

  #readTag(frame: Frame & { mode: 'tag' }): void {
    if (this.#skipSpaceOrComment() || this.#take(attributeText) !== null) return;
    const start = this.#at;
    const mark = this.#take(punctuation);
    if (mark === '{') {
      this.#afterValue = false;
      this.#frames.push({ mode: 'code' });
    } else if (mark === '<') {
      frame.openGenerics += 1;
    } else if (mark === '/' && this.#text[this.#at] === '>') {
      this.#at += 1;
      this.#leaveElement(start);
    } else if (mark === '>' && frame.openGenerics > 0) {
      frame.openGenerics -= 1;
    } else if (mark === '>') {
      this.#frames.pop();
      this.#frames.push({ mode: 'children' });
    }
  }

  #readChildren(): void {
    this.#take(childText);
    const start = this.#at;
    if (this.#take(closingTag) !== null) {
      this.#leaveElement(start);
      return;
    }
    if (this.#text[this.#at] === '{') {
      this.#afterValue = false;
      this.#frames.push({ mode: 'code' });
    } else {
      this.#frames.push({ mode: 'tag', openGenerics: 0 });
    }
    this.#at += 1;
  }

  #leaveElement(start: number): void {
    this.#frames.pop();
    this.#emit('literal', '', start, true);
  }

  #skipSpaceOrComment(): boolean {
    if (this.#take(space) !== null) return true;
    const start = this.#at;
    const comment = this.#take(lineComment) ?? this.#take(blockComment);
    if (comment === null) return false;
    this.#comments.push({ text: comment, line: this.#lineAt(start) });
    return true;
  }

  #take(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found === null) return null;
    this.#at = pattern.lastIndex;
    return found[0];
  }

  #emit(kind: Token['kind'], text: string, start: number, afterValue: boolean): void {
    this.#tokens.push({ kind, text, line: this.#lineAt(start) });
    this.#afterValue = afterValue;
  }

  /** Tokens are read in order, so lines are counted once; a template is named by the line where it ends. */
  #lineAt(offset: number): number {
    for (; this.#lineCountedTo < offset; this.#lineCountedTo += 1) {
      if (this.#text[this.#lineCountedTo] === '\n') this.#line += 1;
    }
    return this.#line;
  }
}

function withoutQuotes(literal: string): string {
  return literal.slice(1, literal.length > 1 && literal.endsWith(literal.charAt(0)) ? -1 : undefined);
}
