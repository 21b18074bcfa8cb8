import { cut } from '#submissions/mail-size.ts';
import type { Field } from '#submissions/read-fields.ts';

export interface Template {
  readonly subject: string;
  readonly body: string;
}

/** The characters of a value, and of all values in one mail. */
const valueMax = 200;
const filledMax = 10_000;

/**
 * Fills `{{name}}` with the field of this name, on one line. Only for a visitor who has confirmed the address: others
 * would get words that somebody else wrote.
 */
export function fillTemplate({ subject, body }: Template, fields: readonly Field[]): Template {
  // The first field of a name counts.
  const values = new Map(fields.toReversed().map(({ name, text }) => [keyOf(name), oneLine(text)]));
  let left = filledMax;
  const fill = (text: string) =>
    text.replaceAll(/\{\{([^{}]{1,200})\}\}/g, (_placeholder, name: string) => {
      const value = values.get(keyOf(name)) ?? '';
      if (value.length > left) return '';
      left -= value.length;
      return value;
    });
  return { subject: fill(subject), body: fill(body) };
}

function keyOf(name: string): string {
  return name.trim().toLowerCase();
}

function oneLine(text: string): string {
  return cut(
    text
      .slice(0, 2 * valueMax)
      .replaceAll(/\s+/g, ' ')
      .trim(),
    valueMax,
  );
}
