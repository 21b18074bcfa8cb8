import type { FieldRoles } from '#inbox/field-choice.ts';
import { type Kind, kindOf } from '#inbox/field-kinds.ts';
import { isNameRole, isTechnical, matchName, type NamedRole, type NameMatch } from '#inbox/field-words.ts';
import type { FieldType } from '#inbox/inbox-views.ts';

/** A field of one submission or of several. */
export interface RoleField {
  readonly name: string;
  readonly type: FieldType;
  /** The average length of its values, in characters. */
  readonly length: number;
}

/** The fields with the sender, the subject and the message. First and last name are two fields. */
export interface Roles {
  readonly names: readonly string[];
  readonly address: string | null;
  readonly subject: string | null;
  readonly message: string | null;
}

type Entries = readonly (readonly [name: string, value: unknown])[];

/** A submission in words, for its title, its reply and its mails. */
export interface Headline {
  readonly name: string;
  readonly address: string;
  readonly subject: string;
  /** The complete message as it was sent. */
  readonly message: string;
  /** The name, or the address, or the subject; empty if all three are missing. */
  readonly title: string;
}

/** The choice of an owner who has not chosen any field. */
export const automaticRoles: FieldRoles = { name: null, subject: null, message: null };

/** The number of fields that are considered; an attacker may send more. */
const fieldsMax = 200;
/** A text whose name does not indicate a message must be longer than this to be one. */
const messageFrom = 30;
/** Characters of a line; more than the widest cell shows. */
const lineLength = 240;

interface Candidate extends RoleField {
  readonly match: NameMatch | null;
}

/** Assigns roles to fields: by the owner's choice, then by their names, and finally by their values. */
export function rolesOf(fields: readonly RoleField[], choice?: FieldRoles | null): Roles {
  const candidates = fields.slice(0, fieldsMax).map((field) => ({ ...field, match: matchName(field.name) }));
  const wanted = choice ?? automaticRoles;
  const chosen = (name: string | null) => (fields.some((field) => field.name === name) ? name : null);
  const [name, subject, message] = [chosen(wanted.name), chosen(wanted.subject), chosen(wanted.message)];
  const free = candidates.filter((field) => ![name, subject, message].includes(field.name));
  const addresses = candidates.filter(({ type }) => type === 'email');
  const address = best(addresses, 'address') ?? addresses[0]?.name ?? null;
  const names = name === null ? namesOf(free) : [name];
  const found = { names, address, subject: subject ?? best(free, 'subject') };
  return { ...found, message: message ?? best(free, 'message') ?? longest(free, found) };
}

function namesOf(fields: readonly Candidate[]): string[] {
  const [whole, first, last] = [best(fields, 'name'), best(fields, 'first'), best(fields, 'last')];
  const names = first !== null && (last ?? whole) !== null ? [first, last ?? whole] : [whole ?? first, last];
  return names.filter((name) => name !== null);
}

/** The field whose name indicates the role most clearly. Several numbered ones are questions of a survey. */
function best(fields: readonly Candidate[], role: NamedRole): string | null {
  const rankOf = ({ match }: Candidate) => (match?.rank ?? 0) + (match?.isNumbered ? 100 : 0);
  const [first, second] = fields
    .filter((field) => field.match?.role === role && isFit(field, field.match))
    .toSorted((a, b) => rankOf(a) - rankOf(b));
  if (!first || (first.match?.isNumbered && second)) return null;
  return first.name;
}

/** A name that merely contains a role's word needs a text: `likes_feedback` with "yes" is not a message. */
function isFit({ type }: Candidate, { role, isWhole }: NameMatch): boolean {
  if (type === 'list' || type === 'object') return false;
  if (role === 'address' || type === 'text' || type === 'long') return true;
  return isWhole && !(isNameRole(role) && type === 'url');
}

function longest(fields: readonly Candidate[], { names, subject }: Pick<Roles, 'names' | 'subject'>): string | null {
  return (
    fields
      .filter(({ type, length }) => type === 'long' || (type === 'text' && length > messageFrom))
      .filter(({ name, match }) => name !== subject && !names.includes(name) && !(match && isNameRole(match.role)))
      .filter(({ name }) => !isTechnical(name))
      .reduce<RoleField | null>((a, b) => (a && a.length >= b.length ? a : b), null)?.name ?? null
  );
}

/** The roles of a submission's fields; empty fields have none. */
function rolesIn(data: Entries, choice: FieldRoles | null | undefined): Roles {
  const filled = data.slice(0, fieldsMax).filter(([, value]) => !isEmpty(value));
  const fields = filled.map(([name, value]) => {
    const length = typeof value === 'string' ? value.length : 0;
    return { name, type: typeOf(kindOf(value), value), length };
  });
  return rolesOf(fields, choice);
}

function typeOf(kind: Kind, value: unknown): FieldType {
  return kind === 'text' && typeof value === 'string' && value.trim().includes('\n') ? 'long' : kind;
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'string' && value.trim() === '');
}

/** The sender, the subject and the message of a submission. */
export function headlineOf(data: Entries, choice?: FieldRoles | null): Headline {
  return headlineBy(data, rolesIn(data, choice));
}

function headlineBy(data: Entries, { names, address, subject, message }: Roles): Headline {
  const valueIn = (name: string | null) => data.find(([key]) => key === name)?.[1];
  const texts = names.map((name) => lineOf(valueIn(name))).filter((text) => text !== '');
  // Some forms send the first name again besides the full name.
  const whole = texts.find((text) => text.includes(' ') && texts.every((other) => ` ${text} `.includes(` ${other} `)));
  const name = whole ?? texts.join(' ');
  const lines = { name, address: lineOf(valueIn(address)), subject: lineOf(valueIn(subject)) };
  return { ...lines, message: textOf(valueIn(message)).trim(), title: lines.name || lines.address || lines.subject };
}

/** The values of a submission as lines: sender, address, subject and message first, then the others in their order. */
export function linesOf(data: Entries, choice?: FieldRoles | null): string[] {
  const roles = rolesIn(data, choice);
  const { name, address, subject, message } = headlineBy(data, roles);
  const told = new Set([...roles.names, roles.address, roles.subject, roles.message]);
  const others = data.filter(([key]) => !told.has(key)).map(([, value]) => lineOf(value));
  const lines = [name, address === name ? '' : address, subject, lineOf(message), ...others];
  return lines.filter((line) => line !== '');
}

/** The content of a submission besides its title: its subject and message, or everything but name and address. */
export function summaryOf(data: Entries, choice?: FieldRoles | null): string {
  const roles = rolesIn(data, choice);
  const { title, subject, message } = headlineBy(data, roles);
  const told = [subject === title ? '' : subject, lineOf(message)];
  const known = new Set([...roles.names, roles.address, roles.subject]);
  const others = message === '' ? data.filter(([key]) => !known.has(key)).map(([, value]) => lineOf(value)) : [];
  return joined([...told, ...others], lineLength);
}

/** The start of a submission of any size, on one line. */
export function previewOf(data: Entries, choice?: FieldRoles | null, max = 160): string {
  return joined(linesOf(data.slice(0, fieldsMax), choice), max);
}

function joined(lines: readonly string[], max: number): string {
  return cut(lines.filter((line) => line !== '').join(' · '), max);
}

/** The start of a value of any size, on one line. */
export function lineOf(value: unknown): string {
  const start = textOf(value).slice(0, 2 * lineLength);
  return cut(start.replace(/[\s\p{Cc}]+/gu, ' ').trim(), lineLength);
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = Array.isArray(value) && value.every((item) => typeof item === 'string') ? value.join(', ') : value;
  return typeof text === 'string' ? text : (JSON.stringify(text) ?? '');
}

/** The result never ends with half a character. */
function cut(text: string, max: number): string {
  const kept = text.slice(0, max);
  return text.length > max ? kept.replace(/[\ud800-\udbff]$/, '') : kept;
}
