import { isEmailAddress } from '@inlet/contracts/email-address';
import type { FieldType } from '@inlet/contracts/inbox-views';
import { parseVisitorJson } from '@inlet/contracts/visitor-json';

export interface DiscoveredField {
  readonly name: string;
  readonly type: FieldType;
  /** How many submissions have it. */
  readonly seen: number;
  /** Characters of its values on average. */
  readonly length: number;
}

/** Names that are told apart: a stranger may send others with each submission. */
const namesMax = 200;
/** From so many characters on average, or with a line break, a text is long. */
const longFrom = 60;

interface Counted {
  seen: number;
  filled: number;
  characters: number;
  hasBreaks: boolean;
  readonly kinds: Map<Kind, number>;
}
type Kind = Exclude<FieldType, 'long'>;

/** The fields of submissions, given as JSON texts with the newest first, in the order in which they are sent. */
export function discoverFields(texts: readonly string[]): DiscoveredField[] {
  const counted = new Map<string, Counted>();
  for (const text of texts) {
    for (const [name, value] of Object.entries(parseVisitorJson(text) as Record<string, unknown>)) {
      const field = counted.get(name) ?? { seen: 0, filled: 0, characters: 0, hasBreaks: false, kinds: new Map() };
      if (!counted.has(name)) {
        if (counted.size >= namesMax) continue;
        counted.set(name, field);
      }
      count(field, value);
    }
  }
  return [...counted].map(([name, field]) => ({
    name,
    type: typeOf(field),
    seen: field.seen,
    length: field.filled === 0 ? 0 : field.characters / field.filled,
  }));
}

function count(field: Counted, value: unknown): void {
  field.seen += 1;
  if (value === null || value === '') return;
  const kind = kindOf(value);
  field.filled += 1;
  field.kinds.set(kind, (field.kinds.get(kind) ?? 0) + 1);
  if (typeof value !== 'string') return;
  field.characters += value.length;
  field.hasBreaks ||= value.trim().includes('\n');
}

/** The kind that nearly all values are of; a mixture is text. */
function typeOf({ filled, characters, hasBreaks, kinds }: Counted): FieldType {
  const [kind, most] = [...kinds].toSorted(([, a], [, b]) => b - a)[0] ?? ['text', 0];
  if (kind !== 'text' && most >= 0.9 * filled) return kind;
  return hasBreaks || (filled > 0 && characters / filled >= longFrom) ? 'long' : 'text';
}

const urlPattern = /^https?:\/\/\S+$/i;
/** Not what begins with a zero or a plus: a phone number or a postcode is no number. */
const numberPattern = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,9})?$/;
const booleans: readonly string[] = ['true', 'false', 'yes', 'no', 'on', 'off'];

function kindOf(value: unknown): Kind {
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'object') return 'object';
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  const text = String(value).trim();
  if (isEmailAddress(text)) return 'email';
  if (urlPattern.test(text)) return 'url';
  if (numberPattern.test(text)) return 'number';
  return booleans.includes(text.toLowerCase()) ? 'boolean' : 'text';
}
