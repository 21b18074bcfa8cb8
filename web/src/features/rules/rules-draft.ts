import { type FieldRule, type FieldRuleType, propertiesOf } from '@inlet/contracts/field-rule';
import { type Rules, type RulesFault, type RulesInput, readRules } from '@inlet/contracts/rules';

/** The rule of a field as its inputs hold it. Texts that its type does not use stay until the type changes back. */
export interface FieldDraft {
  /** Stays the same while the field is renamed and moved. */
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly help: string;
  readonly type: FieldRuleType;
  readonly required: boolean;
  readonly multiple: boolean;
  readonly min: string;
  readonly max: string;
  readonly minLength: string;
  readonly maxLength: string;
  readonly pattern: string;
  /** One on each line. */
  readonly options: string;
  /** With commas between them. */
  readonly accept: string;
  readonly megabytes: string;
  readonly rows: string;
  readonly placeholder: string;
}

export interface RulesDraft {
  readonly mode: Rules['mode'];
  readonly unknown: Rules['unknown'];
  readonly fields: readonly FieldDraft[];
}

/** Messages by place: the id of a field and a property of its draft, or `rules`. */
export type Faults = Readonly<Record<string, string>>;
export const placeOf = (id: string, property: keyof FieldDraft) => `${id}.${property}`;
/** The place of faults that concern all rules. */
export const wholeRules = 'rules';

const bytesPerMegabyte = 1_000_000;

export function newField(): FieldDraft {
  return fieldDraftOf({ name: '', type: 'text' }, newId());
}

export function draftOf({ mode, unknown, fields }: Rules, idOf: (name: string) => string = newId): RulesDraft {
  return { mode, unknown, fields: fields.map((rule) => fieldDraftOf(rule, idOf(rule.name))) };
}

let made = 0;

export function newId(): string {
  made += 1;
  return `field-${made}`;
}

function fieldDraftOf(rule: FieldRule, id: string): FieldDraft {
  const {
    name,
    label = '',
    help = '',
    type,
    required = false,
    multiple = false,
    pattern = '',
    placeholder = '',
  } = rule;
  return {
    ...{ id, name, label, help, type, required, multiple, pattern, placeholder },
    min: textOf(rule.min),
    max: textOf(rule.max),
    minLength: textOf(rule.minLength),
    maxLength: textOf(rule.maxLength),
    options: (rule.options ?? []).join('\n'),
    accept: (rule.accept ?? []).join(', '),
    megabytes: textOf(rule.maxBytes === undefined ? undefined : rule.maxBytes / bytesPerMegabyte),
    rows: textOf(rule.rows),
  };
}

function textOf(value: number | string | undefined): string {
  return value === undefined ? '' : String(value);
}

/** The rules as the service takes them. Texts that are no numbers stay texts, so that the schema names their fault. */
export function rulesOf({ mode, unknown, fields }: RulesDraft): RulesInput {
  return { mode, unknown, fields: fields.map(ruleOf) };
}

export function ruleOf(field: FieldDraft): FieldRule {
  const { name, label, help, type, required } = field;
  const own = new Set<string>(propertiesOf[type]);
  const bounds: (text: string) => string | number | undefined = type === 'number' ? numberIn : filled;
  const all = {
    min: bounds(field.min),
    max: bounds(field.max),
    minLength: numberIn(field.minLength),
    maxLength: numberIn(field.maxLength),
    pattern: field.pattern === '' ? undefined : field.pattern,
    options: field.options.split('\n').filter((line) => line.trim() !== ''),
    multiple: field.multiple || undefined,
    accept: typesIn(field.accept),
    maxBytes: bytesIn(field.megabytes),
    rows: numberIn(field.rows),
    placeholder: filled(field.placeholder),
  };
  const used = Object.entries(all).filter(([property, value]) => own.has(property) && value !== undefined);
  const rule = {
    name,
    ...(label.trim() !== '' && { label: label.trim() }),
    ...(type !== 'hidden' && help.trim() !== '' && { help: help.trim() }),
    type,
    ...(required && { required }),
    ...Object.fromEntries(used),
  };
  // A text where a number belongs is left to the schema, which names the fault.
  return rule as FieldRule;
}

function filled(text: string): string | undefined {
  return text.trim() || undefined;
}

/** Undefined for an empty text; a text that is no number stays a text. */
function numberIn(text: string): number | string | undefined {
  const trimmed = filled(text);
  const value = Number(trimmed);
  return Number.isFinite(value) ? value : trimmed;
}

function bytesIn(megabytes: string): number | string | undefined {
  const value = numberIn(megabytes);
  return typeof value === 'number' ? Math.round(value * bytesPerMegabyte) : value;
}

function typesIn(text: string): string[] | undefined {
  const types = text.split(/[\s,]/).filter((type) => type !== '');
  return types.length === 0 ? undefined : types;
}

/** The faults of a draft; empty if it can be saved. */
export function checkDraft(draft: RulesDraft): Faults {
  const read = readRules(rulesOf(draft));
  return 'faults' in read ? faultsAt(draft, read.faults) : {};
}

/** The first message of each place. */
export function faultsAt({ fields }: RulesDraft, faults: readonly RulesFault[]): Faults {
  const found: Record<string, string> = {};
  for (const { field: place, message } of faults) {
    // safe because: the service or the schema wrote it, in at most 40 characters
    const [, index = '', property = ''] = /^(?:rules\.)?fields\[(\d+)\]\.(\w+)/.exec(place) ?? [];
    const field = fields[Number(index)];
    const key = index === '' || !field ? wholeRules : placeOf(field.id, inputOf(property));
    found[key] ??= message;
  }
  return found;
}

function inputOf(property: string): keyof FieldDraft {
  return property === 'maxBytes' ? 'megabytes' : (property as keyof FieldDraft);
}

/** Adds suggested rules for fields that have none; rules that are there stay. */
export function withSuggested(draft: RulesDraft, suggested: Rules): RulesDraft {
  const known = new Set(draft.fields.map(({ name }) => name));
  const added = draftOf(suggested).fields.filter(({ name }) => !known.has(name));
  // Rules that nobody applies would be a surprise for the first ones of a form.
  const mode = draft.fields.length === 0 && draft.mode === 'off' ? suggested.mode : draft.mode;
  return { ...draft, mode, fields: [...draft.fields, ...added] };
}

/** The same fields with one of them at another position. */
export function withMoved(fields: readonly FieldDraft[], id: string, to: number): readonly FieldDraft[] {
  const field = fields.find((each) => each.id === id);
  if (!field || to < 0 || to >= fields.length) return fields;
  const others = fields.filter((each) => each !== field);
  return [...others.slice(0, to), field, ...others.slice(to)];
}
