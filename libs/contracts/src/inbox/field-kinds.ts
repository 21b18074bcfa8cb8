import { isEmailAddress } from '#email-address.ts';
import type { FieldType } from '#inbox/inbox-views.ts';

export type Kind = Exclude<FieldType, 'long'>;

/** From so many characters on average, or with a line break, a text is long. */
export const longFrom = 60;
/** A longer text is text, whatever it looks like. */
const lookedAtMax = 2_000;
const urlPattern = /^https?:\/\/\S+$/i;
/** Not what begins with a zero or a plus: a phone number or a postcode is no number. */
const numberPattern = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,9})?$/;
const booleans: readonly string[] = ['true', 'false', 'yes', 'no', 'on', 'off'];

/** What a value that a visitor sent looks like. */
export function kindOf(value: unknown): Kind {
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'object') return 'object';
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value !== 'string' || value.length > lookedAtMax) return 'text';
  const text = value.trim();
  if (isEmailAddress(text)) return 'email';
  if (urlPattern.test(text)) return 'url';
  if (numberPattern.test(text)) return 'number';
  return booleans.includes(text.toLowerCase()) ? 'boolean' : 'text';
}
