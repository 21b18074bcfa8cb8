import type { Fields } from '#bodies/fields.ts';
import type { ParsedBody } from '#bodies/parse-body.ts';
import { submissionEmpty } from '#refusals/submit-errors.ts';

/** What a submission's fields that begin with `_` ask for; they steer and are not stored. */
export interface SubmissionOptions {
  readonly redirect: string | null;
  readonly successMessage: string | null;
  readonly idempotencyKey: string | null;
  readonly subject: string | null;
  readonly replyTo: string | null;
  /** The trap was filled in, which no person sees. */
  readonly isSpam: boolean;
}

export interface SplitSubmission {
  readonly json: string;
  readonly options: SubmissionOptions;
}

const underscore = '_'.charCodeAt(0);

/** Two underscores are a name like any other; one is ours. */
function isOption(name: string): boolean {
  return name.charCodeAt(0) === underscore && name.charCodeAt(1) !== underscore;
}

/** Characters of a subject or an address that are kept; longer ones are not what they say. */
const headerMax = 500;

const noOptions: SubmissionOptions = {
  redirect: null,
  successMessage: null,
  idempotencyKey: null,
  subject: null,
  replyTo: null,
  isSpam: false,
};

/** Parts the fields that are stored, as JSON text, from those that steer. */
export function splitSubmission({ fields, json }: ParsedBody): SplitSubmission {
  const names = Object.keys(fields);
  const stored = names.filter((name) => !isOption(name));
  if (stored.length === 0) throw submissionEmpty();
  if (stored.length === names.length) return { json: json ?? JSON.stringify(fields), options: noOptions };
  return { json: JSON.stringify(pick(fields, stored)), options: readOptions(fields) };
}

function pick(fields: Fields, names: readonly string[]): Fields {
  const picked: Fields = Object.create(null);
  for (const name of names) picked[name] = fields[name];
  return picked;
}

function readOptions(fields: Fields): SubmissionOptions {
  return {
    redirect: textOf(fields._redirect) ?? textOf(fields._next),
    successMessage: textOf(fields._success_message),
    idempotencyKey: textOf(fields._idempotency_key),
    subject: headerOf(fields._subject),
    replyTo: headerOf(fields._replyto),
    isSpam: isFilled(fields._gotcha) || isFilled(fields._honeypot),
  };
}

/** The last one counts where a name repeats: a form's own field stands behind what a script put before it. */
function textOf(value: unknown): string | null {
  const text: unknown = Array.isArray(value) ? value.at(-1) : value;
  return typeof text === 'string' && text.trim() !== '' ? text : null;
}

/** What a cut in the middle of a character leaves of it. */
const halfCharacter = /[\ud800-\udbff]$/;

/** These end up in the head of a mail, where a line break would begin another header. */
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
