import type { Words } from '#languages/words.ts';
import { type FieldRule, labelOf } from '#rules/field-rule.ts';
import { escapeHtml } from '#text.ts';

/** What a visitor typed or chose, by the name of the field; anything else than texts is ignored. */
export type Typed = Readonly<Record<string, unknown>>;

/** A choice with more options is a list that opens. */
const radiosMax = 6;

/** A field as a part of a plain form, with its help and its fault. */
export function fieldMarkup(
  { say }: Words,
  rule: FieldRule,
  index: number,
  typed: Typed,
  fault: string | undefined,
): string {
  const values = textsOf(typed, rule.name);
  if (rule.type === 'hidden')
    return `<input${attributes({ type: 'hidden', name: rule.name, value: values[0] ?? '' })}>`;
  const id = fieldId(index);
  const notes = [
    ...(rule.help ? [`<p class="help" id="${id}-help" dir="auto">${escapeHtml(rule.help)}</p>`] : []),
    ...(fault ? [`<p class="fault" id="${id}-fault" dir="auto">${escapeHtml(fault)}</p>`] : []),
  ];
  const described = [...(rule.help ? [`${id}-help`] : []), ...(fault ? [`${id}-fault`] : [])].join(' ') || undefined;
  const common: Attributes = {
    name: rule.name,
    'aria-describedby': described,
    'aria-invalid': fault && 'true',
  };
  const label = escapeHtml(labelOf(rule));
  const optional = rule.required ? '' : ` <span class="optional">${escapeHtml(say('optional'))}</span>`;
  if (rule.type === 'consent') {
    const box = {
      id,
      type: 'checkbox',
      value: 'yes',
      ...common,
      checked: values.some(Boolean),
      required: rule.required,
    };
    return `<div class="field box"><input${attributes(box)}> <label for="${id}" dir="auto">${label}</label>${optional}${notes.join('')}</div>`;
  }
  if (isGroup(rule)) {
    const { 'aria-invalid': _invalid, ...own } = common;
    return `<fieldset class="field" id="${id}"${attributes({ 'aria-describedby': described })}><legend dir="auto">${label}${optional}</legend>${notes.join('')}${options(rule, id, own, values)}</fieldset>`;
  }
  return `<div class="field"><label for="${id}" dir="auto">${label}</label>${optional}${notes.join('')}${control(rule, { id, ...common, required: rule.required }, values[0] ?? '', say('choose'))}</div>`;
}

export function fieldId(index: number): string {
  return `field-${index}`;
}

function isGroup({ type, multiple, options: all = [] }: FieldRule): boolean {
  return type === 'choice' && (multiple === true || all.length <= radiosMax);
}

function options(rule: FieldRule, id: string, own: Attributes, values: readonly string[]): string {
  const type = rule.multiple ? 'checkbox' : 'radio';
  // A browser cannot ask for one of several boxes.
  const required = rule.multiple ? undefined : rule.required;
  const rows = (rule.options ?? []).map((option, at) => {
    const input = { id: `${id}-${at}`, type, ...own, 'aria-describedby': undefined, value: option };
    return `<div class="box"><input${attributes({ ...input, checked: values.includes(option), required })}> <label for="${id}-${at}" dir="auto">${escapeHtml(option)}</label></div>`;
  });
  return rows.join('\n');
}

function control(rule: FieldRule, common: Attributes, value: string, choose: string): string {
  const {
    type,
    placeholder,
    minLength: minlength,
    maxLength: maxlength,
    pattern,
    min,
    max,
    rows,
    accept,
    multiple,
  } = rule;
  if (type === 'choice') {
    const chosen = (rule.options ?? []).map(
      (option) => `<option${attributes({ value: option, selected: option === value })}>${escapeHtml(option)}</option>`,
    );
    return `<select${attributes({ ...common, dir: 'auto' })}><option value="">${escapeHtml(choose)}</option>${chosen.join('')}</select>`;
  }
  if (type === 'file') return `<input${attributes({ type, ...common, accept: accept?.join(','), multiple })}>`;
  const lengths = { minlength, maxlength, placeholder };
  // A browser drops the first line break of a text.
  if (type === 'text' && rows !== undefined && rows > 1)
    return `<textarea${attributes({ ...common, rows, ...lengths, dir: 'auto' })}>\n${escapeHtml(value)}</textarea>`;
  const step = type === 'number' ? 'any' : undefined;
  const direction = type === 'text' ? 'auto' : undefined;
  const autocomplete = type === 'email' || type === 'tel' || type === 'url' ? type : undefined;
  const kind = { type, ...common, value, min, max, step, pattern, ...lengths, autocomplete, dir: direction };
  return `<input${attributes(kind)}>`;
}

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

function attributes(all: Attributes): string {
  return Object.entries(all)
    .map(([name, value]) => {
      if (value === undefined || value === false) return '';
      return value === true ? ` ${name}` : ` ${name}="${escapeHtml(String(value))}"`;
    })
    .join('');
}

function textsOf(typed: Typed, name: string): string[] {
  const value = Object.hasOwn(typed, name) ? typed[name] : undefined;
  return (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');
}
