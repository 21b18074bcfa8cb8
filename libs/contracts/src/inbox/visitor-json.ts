type Reviver = (name: string, value: unknown, context: { readonly source?: string }) => unknown;

/** Replaces an escape in a name, before the code of its character. The mark itself is escaped too. */
const mark = '\ue000';
const escapeOrMark = /\\(?:u([\da-f]{4})|(["\\/bfnrt]))|\ue000/gi;
const marked = /\ue000([\da-f]{4})/g;
const short: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** The number of levels whose names are read; no submission has as many. */
const levelsMax = 100;

/**
 * Parses JSON whose names visitors chose. V8 may confuse a name that has an escape with another name that it parsed
 * before (nodejs/node#63785): after `pr\\u00` it reads `pr\u00e9nom` as `pr\u00`. So a visitor could rename the fields
 * of others. Here V8 never sees an escape in a name. The reviver is for values only: some names are not final yet.
 */
export function parseVisitorJson(text: string, reviver?: Reviver): unknown {
  const safe = withoutEscapedNames(text);
  const value: unknown = JSON.parse(safe ?? text, reviver as (name: string, value: unknown) => unknown);
  return safe === null ? value : withNames(value, levelsMax);
}

/** Returns null if no name has an escape, as in almost every text. */
function withoutEscapedNames(text: string): string | null {
  if (!text.includes('\\')) return null;
  let [changed, from, isEscaped] = ['', 0, false];
  for (let start = text.indexOf('"'); start !== -1; ) {
    const end = endOfString(text, start);
    const name = text.slice(start, end);
    if ((name.includes('\\') || name.includes(mark)) && isBeforeColon(text, end)) {
      isEscaped ||= name.includes('\\');
      changed += text.slice(from, start) + withMarks(name);
      from = end;
    }
    start = text.indexOf('"', end);
  }
  return isEscaped ? changed + text.slice(from) : null;
}

/** The start of a name that is too long for any field, even if its escapes shorten it; the rest is ignored. */
const nameMax = 6_000;

function withMarks(name: string): string {
  if (name.length <= nameMax) return name.replace(escapeOrMark, markOf);
  const start = name.slice(0, nameMax).replace(escapeOrMark, markOf);
  // The cut may leave half an escape at the end.
  const half = start.indexOf('\\');
  return `${half === -1 ? start : start.slice(0, half)}"`;
}

const [quote, backslash] = ['"', '\\'].map((character) => character.charCodeAt(0));

/** Returns the position after the closing quote. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (; at < text.length && text.charCodeAt(at) !== quote; at += 1) if (text.charCodeAt(at) === backslash) at += 1;
  return at + 1;
}

const colon = /[ \t\r\n]*:/y;

function isBeforeColon(text: string, end: number): boolean {
  colon.lastIndex = end;
  return colon.test(text);
}

function markOf(found: string, code: string | undefined, letter: string | undefined): string {
  const character = letter === undefined ? found : (short[letter] ?? letter);
  return mark + (code ?? character.charCodeAt(0).toString(16).padStart(4, '0')).toLowerCase();
}

function withNames(value: unknown, levels: number): unknown {
  // A number that a reviver has wrapped has no prototype.
  if (levels === 0 || typeof value !== 'object' || value === null || !Object.getPrototypeOf(value)) return value;
  if (Array.isArray(value)) return value.map((item) => withNames(item, levels - 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name.replace(marked, (_found, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
      withNames(item, levels - 1),
    ]),
  );
}
