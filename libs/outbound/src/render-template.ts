import type { Template } from '@inlet/contracts/presets/preset';

/** Values by the names that placeholders have. Undefined is a value that is not there. */
export type Values = (name: string) => string | undefined;

export interface TextRules {
  readonly escapeText: (text: string) => string;
  readonly textMax: number;
}

const placeholder = /\{\{([^{}]*)\}\}/g;
const setting = /^\{\{\s*settings\.\w+\s*\}\}$/;
/** Stands at the end of a text that was cut. */
const cutMark = ' … shortened';

/**
 * Fills a template. Placeholders are replaced in the strings of parsed JSON, never in its text, and what was filled in
 * is not read again. So a value cannot leave its string. A property that only holds a setting that is not there is
 * left out.
 */
export function renderTemplate(template: Template, values: Values, rules: TextRules): Template {
  if (typeof template === 'string') return renderText(template, values, rules);
  if (typeof template !== 'object' || template === null) return template;
  if (isList(template)) return template.map((item) => renderTemplate(item, values, rules));
  const entries = Object.entries(template)
    .filter(([, value]) => !(typeof value === 'string' && setting.test(value) && !fill(value, values)))
    .map(([name, value]) => [name, renderTemplate(value, values, rules)]);
  return Object.fromEntries(entries);
}

function isList(template: object): template is readonly Template[] {
  return Array.isArray(template);
}

/** Fills the placeholders of a text with values that were escaped already, or need no escaping. */
export function fill(text: string, values: Values): string {
  return text.replaceAll(placeholder, (_, name: string) => values(name.trim()) ?? '');
}

/** The values share the room that the template's own words leave. */
function renderText(text: string, values: Values, { escapeText, textMax }: TextRules): string {
  let room = textMax - text.replaceAll(placeholder, '').length;
  return fill(text, (name) => {
    const shown = fit(values(name) ?? '', escapeText, room);
    room -= shown.length;
    return shown;
  });
}

/** The escaped text, or as much of its start as fits with a mark behind it. */
function fit(text: string, escapeText: (text: string) => string, room: number): string {
  // Escaping never shortens, so a text that is longer than its room needs no look at its end.
  if (text.length <= room && escapeText(text).length <= room) return escapeText(text);
  const left = room - cutMark.length;
  if (left <= 0) return '';
  let [fits, tooLong] = [0, left + 1];
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1;
    if (escapeText(text.slice(0, middle)).length <= left) fits = middle;
    else tooLong = middle;
  }
  // Half a pair is no character.
  const start = text.slice(0, fits).replace(/[\uD800-\uDBFF]$/, '');
  return escapeText(start) + cutMark;
}
