import type { FormState } from '#forms/form-state.ts';
import { formClosedMessage, notOpenYetMessage } from '#forms/submit-answers.ts';
import { type Fault, sayFault } from '#languages/faults.ts';
import type { Words } from '#languages/words.ts';

/** The part of a refusal that its page shows. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** What is wrong with single fields. */
  readonly issues?: readonly FieldIssue[] | undefined;
  readonly told?: ToldValues | undefined;
}

export interface FieldIssue {
  readonly field: string;
  readonly message: string;
  /** The name of the field for people, if the message begins with it. */
  readonly label?: string | undefined;
  /** The message in no language yet. */
  readonly fault?: Fault | undefined;
}

/** The limit or the field that the message of a refusal names. */
export interface ToldValues {
  /** In bytes. */
  readonly size?: number;
  readonly count?: number;
  readonly field?: string;
  readonly date?: Date;
}

/** The visitor's message, in place of the website owner's message in the JSON response. */
interface VisitorWords {
  readonly title: string;
  readonly message: string;
}

type Say = (words: Words, refusal: Refusal) => VisitorWords;

const unsent =
  (message: (words: Words, told: ToldValues) => string): Say =>
  (words, { told = {} }) => ({ title: words.say('unsentTitle'), message: message(words, told) });

const monthFull = unsent(({ say }) => say('monthFull'));
const again: Say = ({ say }) => ({ title: say('retryTitle'), message: say('unavailable') });

/** The owner's message while a form takes nothing, or the usual one in the visitor's language. */
const closed: Readonly<Record<string, Say>> = {
  form_closed: ({ say }, { message }) => ({
    title: say('closedTitle'),
    message: message === formClosedMessage ? say('closed') : message,
  }),
  not_open_yet: ({ say }, { message, told }) => ({
    title: say('notOpenYetTitle'),
    message: message === notOpenYetMessage && told?.date ? say('opensOn', { date: told.date }) : message,
  }),
};

const byCode: Readonly<Record<string, Say>> = {
  ...closed,
  form_not_found: unsent(({ say }) => say('formAbsent')),
  origin_not_allowed: unsent(({ say }) => say('notConnected')),
  submission_limit_reached: monthFull,
  byte_limit_reached: monthFull,
  storage_limit_reached: unsent(({ say }) => say('storageFull')),
  empty_submission: unsent(({ say }) => say('empty')),
  no_file_uploads: unsent(({ say }) => say('noFiles')),
  upload_too_slow: unsent(({ say }) => say('uploadTooSlow')),
  too_large: unsent(({ say }, { size }) => (size === undefined ? say('unreadable') : say('tooLarge', { size }))),
  files_too_big: unsent(({ say }, { size = 0 }) => say('filesTooBig', { size })),
  too_many_files: unsent(({ say }, { count = 0 }) => say('filesTooMany', { count })),
  file_type_not_accepted: unsent(({ say }, { field = '' }) => say('fileTypeNotAccepted', { field })),
  invalid_fields: (words, refusal) => ({ title: words.say('unsentTitle'), message: sayIssues(words, refusal) }),
  rate_limited: ({ say }) => ({ title: say('waitTitle'), message: say('rateLimited') }),
  unavailable: again,
  server_error: again,
};

/** Only English has the sentences of refusals that no browser causes by itself. */
const other: Say = ({ language, say }, { status, message }) => {
  if (status >= 500) return { title: say('retryTitle'), message: language === 'en' ? message : say('unavailable') };
  return { title: say('unsentTitle'), message: language === 'en' ? message : say('unreadable') };
};

/** The words for a refusal: what the visitor can do, or why the visitor can do nothing. */
export function visitorWords(words: Words, refusal: Refusal): VisitorWords {
  const say = Object.hasOwn(byCode, refusal.code) ? byCode[refusal.code] : undefined;
  return (say ?? other)(words, refusal);
}

/** The message of a single fault, else how many fields are at fault. */
function sayIssues(words: Words, { message, issues = [] }: Refusal): string {
  const [first] = issues;
  if (issues.length > 1) return words.say('fieldsWrong', { count: issues.length });
  return first ? sayIssue(words, first, nameOf(first)) : message;
}

/** The name of a field at fault outside of a page that shows the field. */
export function nameOf({ label, field }: FieldIssue): string | undefined {
  return label ?? (field || undefined);
}

/**
 * What is wrong with a field, after its name; without one, the sentence stands beside the field. The English page says
 * what the API says.
 */
export function sayIssue(words: Words, { label, message, fault }: FieldIssue, name: string | undefined): string {
  if (words.language === 'en') return label || name === undefined ? message : `${name}: ${message}`;
  return sayFault(words, fault ?? { name: 'cannotBeStored', values: {} }, name);
}

/** The refusal of a form that takes nothing, with its owner's message or the usual one. */
export function closedRefusal(state: Exclude<FormState, 'open'>, { message, opensAtMs }: ClosedForm): Refusal {
  if (state !== 'not_open_yet') return { status: 403, code: 'form_closed', message: message ?? formClosedMessage };
  const told = { date: new Date(opensAtMs ?? 0) };
  return { status: 403, code: 'not_open_yet', message: message ?? notOpenYetMessage, told };
}

interface ClosedForm {
  readonly message: string | null;
  readonly opensAtMs: number | null;
}

/** True if the form takes nothing, so that no link should lead back to it. */
export function isClosed({ code }: Pick<Refusal, 'code'>): boolean {
  return Object.hasOwn(closed, code);
}
