import type { Template } from '@inlet/contracts/presets/preset';

/** Values by placeholder name; undefined if there is no such value. */
export type Values = (name: string) => string | undefined;

export interface TextRules {
  readonly escapeText: (text: string) => string;
  readonly textMax: number;
  /**
   * Limits the characters of all inserted values. Without it, a template that repeats one field could produce hundreds
   * of megabytes.
   */
  readonly filledMax: number;
}

/** Thrown if a target's own data make a request impossible. The message is a sentence for the owner. */
export class Unsendable extends Error {
  override readonly name = 'Unsendable';
}

/** The value that is never cut nor escaped: a part of a link leads nowhere, and no service reads markup in it. */
const wholeValue = 'submission.url';
const placeholder = /\{\{([^{}]*)\}\}/g;
const setting = /^\{\{\s*settings\.\w+\s*\}\}$/;
/** Marks the end of a shortened text. */
const cutMark = ' … shortened';

/**
 * Fills a template. Placeholders are replaced in the strings of parsed JSON, never in its text, and inserted values are
 * not parsed again. So a value cannot leave its string. A property that only contains an unset setting is left out.
 * Throws `Unsendable`.
 */
export function renderTemplate(template: Template, values: Values, rules: TextRules): Template {
  const { escapeText, textMax, filledMax } = rules;
  let left = filledMax;

  function render(part: Template): Template {
    if (typeof part === 'string') return renderText(part);
    if (typeof part !== 'object' || part === null) return part;
    if (isList(part)) return part.map(render);
    const entries = Object.entries(part)
      .filter(([, value]) => !(typeof value === 'string' && setting.test(value) && !fill(value, values)))
      .map(([name, value]) => [name, render(value)]);
    return Object.fromEntries(entries);
  }

  /** The values share the space that the template's own words and links leave. */
  function renderText(text: string): string {
    let space = textMax - fill(text, (name) => (name === wholeValue ? values(name) : '')).length;
    return fill(text, (name) => {
      const value = values(name) ?? '';
      const shown = name === wholeValue ? value : fit(value, escapeText, space);
      if (name !== wholeValue) space -= shown.length;
      left -= shown.length;
      if (left < 0)
        throw new Unsendable(`The template makes more than ${inWords(filledMax)} characters of this submission`);
      return shown;
    });
  }

  return render(template);
}

function inWords(count: number): string {
  return count < 1_000_000 ? count.toLocaleString('en') : `${count / 1_000_000} million`;
}

function isList(template: object): template is readonly Template[] {
  return Array.isArray(template);
}

/** Fills the placeholders of a text with values that are already escaped, or need no escaping. */
export function fill(text: string, values: Values): string {
  return text.replaceAll(placeholder, (_, name: string) => values(name.trim()) ?? '');
}

/** The escaped text, or as much of its start as fits, followed by a mark. */
function fit(text: string, escapeText: (text: string) => string, space: number): string {
  // Escaping never shortens, so a text that exceeds its space can be cut first.
  if (text.length <= space) {
    const escaped = escapeText(text);
    if (escaped.length <= space) return escaped;
  }
  const left = space - cutMark.length;
  if (left <= 0) return '';
  for (let length = Math.min(left, text.length); ; ) {
    // Half of a surrogate pair is not a character.
    const escaped = escapeText(text.slice(0, length).replace(/[\uD800-\uDBFF]$/, ''));
    if (escaped.length <= left) return escaped + cutMark;
    length = Math.min(length - 1, Math.ceil((length * left) / escaped.length));
  }
}
