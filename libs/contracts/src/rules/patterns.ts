/** The longest pattern, in characters. */
export const patternMax = 500;
/**
 * The most steps of one pattern and of all patterns of a form: `[a-z]{2}\d{4}` has six. The time for a value of 2,000
 * characters grows with them, and stays below 50 ms.
 */
export const patternStepsMax = 500;
export const formStepsMax = 2_000;

/** A pattern that means the same in RE2 and in ECMAScript. */
export interface Pattern {
  /** The same pattern in the syntax of RE2. */
  readonly re2: string;
  readonly steps: number;
}

/**
 * Reads a pattern, or returns a sentence about its fault. It takes the syntax that RE2 and ECMAScript with the flag `u`
 * share, so the published schema and a browser judge a value as Inlet does. `.`, `\s` and `\u` mean what they do in
 * ECMAScript; all else that differs is refused.
 */
export function readPattern(text: string): Pattern | { readonly fault: string } {
  if (text.length > patternMax) return { fault: `A pattern can have at most ${patternMax} characters` };
  try {
    return new PatternReader(text).read();
  } catch (error) {
    if (error instanceof PatternFault) return { fault: error.message };
    throw error;
  }
}

class PatternFault extends Error {}

interface Part {
  readonly re2: string;
  readonly steps: number;
  /** Assertions such as `^` cannot be repeated. */
  readonly isRepeatable: boolean;
}

/** The white space of ECMAScript, and all other characters, as the content of a class. */
const space = '\\t-\\r\\x{20}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}';
const notSpace =
  '\\x{0}-\\x{8}\\x{e}-\\x{1f}\\x{21}-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}';
const anyButBreaks = '[^\\n\\r\\x{2028}\\x{2029}]';
const sameClasses = new Set(['d', 'D', 'w', 'W']);
const sameControls: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13 };
const syntaxCharacters = new Set('^$\\.*+?()[]{}|/');
const categories = /^(?:L[ulmot]?|M[nce]?|N[dlo]?|P[cdseifo]?|S[mcko]?|Z[slp]?)$/;
/** A class by its category has hundreds of ranges, so it costs more. */
const categorySteps = 5;
const repetition = /^\{(\d{1,4})(,(\d{0,4}))?\}/;
const lookAround = /^(?:\?<?[=!])/;

class PatternReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): Pattern {
    const { re2, steps } = this.#alternatives();
    if (this.#at < this.#text.length) throw new PatternFault('The pattern closes a group that it does not open');
    if (steps > patternStepsMax)
      throw new PatternFault(`The pattern repeats too much: it can have at most ${patternStepsMax} steps`);
    return { re2, steps };
  }

  #alternatives(): Pattern {
    const parts = [this.#sequence()];
    while (this.#take('|')) parts.push(this.#sequence());
    const steps = parts.reduce((sum, part) => sum + part.steps, parts.length - 1);
    return { re2: parts.map(({ re2 }) => re2).join('|'), steps };
  }

  #sequence(): Pattern {
    let [re2, steps] = ['', 0];
    while (this.#at < this.#text.length && !'|)'.includes(this.#peek())) {
      const part = this.#repeated(this.#part());
      re2 += part.re2;
      steps += part.steps;
    }
    return { re2, steps };
  }

  #part(): Part {
    const character = this.#next();
    switch (character) {
      case '^':
      case '$':
        return { re2: character, steps: 1, isRepeatable: false };
      case '.':
        return { re2: anyButBreaks, steps: 1, isRepeatable: true };
      case '(':
        return this.#group();
      case '[':
        return this.#class();
      case '\\':
        return this.#escape();
      case '*':
      case '+':
      case '?':
      case '{':
        throw new PatternFault(`"${character}" has nothing to repeat; write "\\${character}" for the character`);
      case ']':
      case '}':
        throw new PatternFault(`Write "\\${character}" for the character "${character}"`);
      default:
        return { re2: quoted(character), steps: 1, isRepeatable: true };
    }
  }

  #group(): Part {
    if (lookAround.test(this.#rest())) throw new PatternFault('Look-ahead and look-behind are not supported');
    if (this.#peek() === '?' && !this.#take('?:'))
      throw new PatternFault('A group cannot have a name or flags; it starts with "(" or "(?:"');
    const { re2, steps } = this.#alternatives();
    if (!this.#take(')')) throw new PatternFault('The pattern opens a group that it does not close');
    return { re2: `(?:${re2})`, steps: Math.max(1, steps), isRepeatable: true };
  }

  #repeated({ re2, steps, isRepeatable }: Part): Pattern {
    const found = repetition.exec(this.#rest());
    const sign = found?.[0] ?? (this.#peek() !== '' && '*+?'.includes(this.#peek()) ? this.#peek() : '');
    if (sign === '') {
      if (this.#peek() === '{')
        throw new PatternFault('Write a repetition as {2}, {2,} or {2,4}, and "\\{" for the character');
      return { re2, steps };
    }
    if (!isRepeatable) throw new PatternFault(`A position such as "^" or "\\b" cannot be repeated`);
    this.#at += sign.length;
    const isLazy = this.#take('?');
    if (this.#peek() !== '' && '*+?{'.includes(this.#peek()))
      throw new PatternFault('A repetition cannot be repeated; put it in a group');
    const [, least = '', range, most = ''] = found ?? [];
    const times = most === '' ? Number(least) + (range === undefined ? 0 : 1) : Number(most);
    if (most !== '' && times < Number(least))
      throw new PatternFault(`In "${sign}" the first number is larger than the second`);
    return { re2: re2 + sign + (isLazy ? '?' : ''), steps: found ? steps * Math.max(1, times) + 1 : steps + 1 };
  }

  /** The escape of one character or of a class, outside of brackets. */
  #escape(): Part {
    const character = this.#next();
    if (character === 'b' || character === 'B') return { re2: `\\${character}`, steps: 1, isRepeatable: false };
    if (character === 's' || character === 'S')
      return { re2: `[${character === 's' ? '' : '^'}${space}]`, steps: 1, isRepeatable: true };
    const escaped = this.#escapeOf(character);
    return { re2: escaped.re2, steps: escaped.steps, isRepeatable: true };
  }

  #class(): Part {
    const sign = this.#take('^') ? '[^' : '[';
    let [re2, steps] = ['', 1];
    while (!this.#take(']')) {
      const from = this.#classItem();
      re2 += from.re2;
      steps = Math.max(steps, from.steps);
      if (this.#peek() !== '-' || this.#text[this.#at + 1] === ']') continue;
      this.#next();
      const to = this.#classItem();
      if (from.code === undefined || to.code === undefined)
        throw new PatternFault('In brackets, "-" stands between two characters; write "\\-" for the character');
      if (from.code > to.code)
        throw new PatternFault('A range in brackets must go from the smaller to the larger character');
      re2 += `-${to.re2}`;
    }
    if (re2 === '') throw new PatternFault('The brackets "[]" are empty; write "\\]" for the character');
    return { re2: `${sign}${re2}]`, steps, isRepeatable: true };
  }

  #classItem(): Escaped {
    const character = this.#next();
    if (character === '') throw new PatternFault('The pattern opens "[" and does not close it');
    if (character === '[') throw new PatternFault('In brackets, write "\\[" for the character "["');
    if (character !== '\\') return literal(character);
    const escaped = this.#next();
    if (escaped === '-') return literal('-');
    if (escaped === 's' || escaped === 'S') return { re2: escaped === 's' ? space : notSpace, steps: 1 };
    return this.#escapeOf(escaped);
  }

  #escapeOf(character: string): Escaped {
    if (sameClasses.has(character)) return { re2: `\\${character}`, steps: 1 };
    if (syntaxCharacters.has(character)) return literal(character);
    if (Object.hasOwn(sameControls, character)) return coded(sameControls[character] ?? 0);
    if (character === 'x') return coded(this.#hex(/^[\da-fA-F]{2}/, '\\x41'));
    if (character === 'u') return coded(this.#hex(/^(?:[\da-fA-F]{4}|\{[\da-fA-F]{1,6}\})/, '\\u0041'));
    if (character === 'p' || character === 'P') return this.#category(character);
    if (character === '') throw new PatternFault('The pattern ends with a backslash');
    if (/[1-9k]/.test(character)) throw new PatternFault('References to groups, such as \\1, are not supported');
    throw new PatternFault(`"\\${character}" does not mean the same everywhere, so it is not supported`);
  }

  #hex(digits: RegExp, example: string): number {
    const [found] = digits.exec(this.#rest()) ?? [];
    const code = Number.parseInt((found ?? '').replace('{', ''), 16);
    if (found === undefined || code > 0x10_ffff || (code >= 0xd800 && code <= 0xdfff))
      throw new PatternFault(`Write the code of a character as ${example}`);
    this.#at += found.length;
    return code;
  }

  #category(sign: string): Escaped {
    const [found, name = ''] = /^\{(\w{1,2})\}/.exec(this.#rest()) ?? [];
    if (found === undefined || !categories.test(name))
      throw new PatternFault('Write a category of Unicode as \\p{L}, \\p{Lu} or \\p{Nd}; scripts are not supported');
    this.#at += found.length;
    return { re2: `\\${sign}{${name}}`, steps: categorySteps };
  }

  #rest(): string {
    return this.#text.slice(this.#at);
  }

  #peek(): string {
    return this.#text[this.#at] ?? '';
  }

  #next(): string {
    const code = this.#text.codePointAt(this.#at);
    if (code === undefined) return '';
    const character = String.fromCodePoint(code);
    this.#at += character.length;
    return character;
  }

  #take(text: string): boolean {
    if (!this.#text.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }
}

interface Escaped {
  readonly re2: string;
  readonly steps: number;
  /** Undefined for a class, which cannot be the end of a range. */
  readonly code?: number;
}

function literal(character: string): Escaped {
  return { re2: quoted(character), steps: 1, code: character.codePointAt(0) ?? 0 };
}

function coded(code: number): Escaped {
  return { re2: quoted(String.fromCodePoint(code)), steps: 1, code };
}

/** By its code, a character means itself anywhere in a pattern. */
function quoted(character: string): string {
  return /^[a-zA-Z0-9]$/.test(character) ? character : `\\x{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
