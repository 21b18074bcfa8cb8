import { captchaTokenFields, isOptionName, isReservedName } from '@inlet/contracts/reserved-names';
import type { CaptchaProvider } from '@inlet/contracts/spam';
import type { Fields } from '#bodies/fields.ts';
import type { ParsedBody } from '#bodies/parse-body.ts';
import { fieldsInvalid, submissionEmpty, successMessageMax } from '#refusals/submit-errors.ts';

/** Options for Inlet: fields that start with a single underscore. They are not stored. */
export interface SubmissionOptions {
  readonly redirect: string | null;
  readonly successMessage: string | null;
  readonly idempotencyKey: string | null;
  readonly subject: string | null;
  readonly replyTo: string | null;
  /** True if the honeypot field, which people cannot see, was filled in. */
  readonly isSpam: boolean;
}

export interface SplitSubmission {
  readonly json: string;
  readonly options: SubmissionOptions;
  /** The token of the form's captcha; undefined for a form without one. */
  readonly captchaToken?: string;
}

/** Current tokens have up to 2,048 characters. */
const tokenMax = 5_000;
/** The longest subject or address; the rest is cut off. */
const headerMax = 500;

const noOptions: SubmissionOptions = {
  redirect: null,
  successMessage: null,
  idempotencyKey: null,
  subject: null,
  replyTo: null,
  isSpam: false,
};

/** Separates the stored fields, as JSON text, from the options and the captcha's token. */
export function splitSubmission(
  { fields, json }: Pick<ParsedBody, 'fields' | 'json'>,
  captcha?: CaptchaProvider | null,
  hasFiles = false,
): SplitSubmission {
  if (captcha) return splitWithCaptcha(fields, captcha, hasFiles);
  const names = Object.keys(fields);
  const stored = names.filter((name) => !isOptionName(name));
  if (stored.length === 0 && !hasFiles) throw submissionEmpty();
  if (stored.length === names.length) return { json: json ?? JSON.stringify(fields), options: noOptions };
  return { json: JSON.stringify(pick(fields, stored)), options: readOptions(fields) };
}

function splitWithCaptcha(fields: Fields, captcha: CaptchaProvider, hasFiles: boolean): SplitSubmission {
  const stored = Object.keys(fields).filter((name) => !isReservedName(name));
  if (stored.length === 0 && !hasFiles) throw submissionEmpty();
  const captchaToken = textOf(fields[captchaTokenFields[captcha]])?.slice(0, tokenMax) ?? '';
  return { json: JSON.stringify(pick(fields, stored)), options: readOptions(fields), captchaToken };
}

function pick(fields: Fields, names: readonly string[]): Fields {
  const picked: Fields = Object.create(null);
  for (const name of names) picked[name] = fields[name];
  return picked;
}

function readOptions(fields: Fields): SubmissionOptions {
  return {
    redirect: textOf(fields._redirect) ?? textOf(fields._next),
    successMessage: messageOf(fields._success_message),
    idempotencyKey: textOf(fields._idempotency_key),
    subject: headerOf(fields._subject),
    replyTo: headerOf(fields._replyto),
    isSpam: isFilled(fields._gotcha) || isFilled(fields._honeypot),
  };
}

/** The last value of a repeated name counts, because scripts add their fields before those of the form. */
function textOf(value: unknown): string | null {
  const text: unknown = Array.isArray(value) ? value.at(-1) : value;
  return typeof text === 'string' && text.trim() !== '' ? text : null;
}

/** A truncated message would mislead the visitor, so it is refused. */
function messageOf(value: unknown): string | null {
  const message = textOf(value);
  if (message !== null && message.length > successMessageMax)
    throw fieldsInvalid(
      '_success_message',
      `The field "_success_message" can have at most ${successMessageMax} characters`,
    );
  return message;
}

/** Half of a character that was split by the cut. */
const halfCharacter = /[\ud800-\udbff]$/;

/** For mail headers, where a line break would start another header. */
function headerOf(value: unknown): string | null {
  return (
    textOf(value)
      ?.replace(/[\r\n]+/g, ' ')
      .slice(0, headerMax)
      .replace(halfCharacter, '')
      .trim() || null
  );
}

function isFilled(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isFilled);
  return value !== undefined && value !== null && value !== false && value !== '';
}
