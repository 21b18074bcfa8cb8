import { isEmailAddress } from '#email-address.ts';
import type { FieldType } from '#inbox/inbox-views.ts';

export type Kind = Exclude<FieldType, 'long'>;

/** A text is long if it has this many characters on average, or a line break. */
export const longFrom = 60;
/** A longer value is always text. */
const lookedAtMax = 2_000;
const urlPattern = /^https?:\/\/\S+$/i;
/** A leading zero or plus is excluded, because phone numbers and postcodes are not numbers. */
const numberPattern = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,9})?$/;
const booleans: readonly string[] = ['true', 'false', 'yes', 'no', 'on', 'off'];

/** The kind of a value, judged by its format. */
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
