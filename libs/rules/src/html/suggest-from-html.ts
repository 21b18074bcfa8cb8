import { type FieldRule, labelMax } from '@inlet/contracts/field-rule';
import type { Rules } from '@inlet/contracts/rules';
import { controlsByForm, isNamed, typeOf } from '#html/controls.ts';
import { around, attributeOf, type Element, elementsOf, isTag, oneLine, textIn } from '#html/read-html.ts';
import { type Draft, tidyRules } from '#tidy-rules.ts';

/** The names of one form that are looked at. */
const namesMax = 300;

/** Suggests rules for the form with the most fields in a page, or for the fields of a page without a form. */
export function suggestFromHtml(html: string): Rules {
  const elements = elementsOf(html);
  const groups = [...controlsByForm(elements).values()].map((controls) => controls.filter(isNamed));
  const largest = groups.reduce<Element[]>((a, b) => (b.length > a.length ? b : a), []);
  return suggestFromControls(largest, elements);
}

/** Suggests rules for some controls of a page. */
export function suggestFromControls(controls: readonly Element[], elements: readonly Element[]): Rules {
  const labels = labelsOf(elements);
  const byName = Map.groupBy(controls, (control) => attributeOf(control, 'name') ?? '');
  return tidyRules([...byName].slice(0, namesMax).map(([name, group]) => ruleOf(name, group, labels)));
}

type Labels = ReadonlyMap<string, Element>;

function labelsOf(elements: readonly Element[]): Labels {
  const labels = elements.filter((element) => isTag(element, 'label')).reverse();
  return new Map(labels.map((label) => [attributeOf(label, 'for') ?? '', label]));
}

/** One rule for all controls of a name. */
function ruleOf(name: string, group: readonly Element[], labels: Labels): Draft {
  const [first] = group as [Element];
  const type = typeOf(first);
  const isGroup = type === 'radio' || (type === 'checkbox' && (group.length > 1 || name.endsWith('[]')));
  const help = oneLine(attributeOf(first, 'title') ?? '');
  const rule: Draft = {
    name,
    type: 'text',
    ...labelled(isGroup ? groupLabel(first) : labelFor(first, labels)),
    ...(help !== '' && { help }),
    ...(group.some((control) => attributeOf(control, 'required') !== undefined) && { required: true }),
  };
  if (isGroup)
    return {
      ...rule,
      ...choiceOf(
        group.map((control) => attributeOf(control, 'value') ?? 'on'),
        type !== 'radio',
      ),
    };
  if (type === 'checkbox') return { ...rule, type: 'consent' };
  if (type === 'select') return { ...rule, ...choiceOf(optionsIn(first), isMultiple(first)) };
  return { ...rule, ...ofInput(first, type), ...(group.length > 1 && { multiple: true }) };
}

function choiceOf(options: readonly string[], isMultiple: boolean): Partial<Draft> {
  const distinct = [...new Set(options)].filter((option) => option.trim() !== '');
  return { type: 'choice', options: distinct, ...(isMultiple && { multiple: true }) };
}

function optionsIn(select: Element): string[] {
  const found: string[] = [];
  const collect = (parent: Element): void => {
    for (const node of parent.childNodes) {
      if (isTag(node, 'option')) found.push(attributeOf(node, 'value') ?? textIn(node));
      else if (isTag(node, 'optgroup')) collect(node);
    }
  };
  collect(select);
  return found;
}

function isMultiple(element: Element): boolean {
  return attributeOf(element, 'multiple') !== undefined;
}

const sameTypes = new Set(['url', 'tel', 'number', 'date', 'file', 'hidden']);

function ofInput(element: Element, type: string): Partial<Draft> {
  const text = (name: string) => attributeOf(element, name)?.trim() || undefined;
  const whole = (name: string) => (/^\d{1,7}$/.test(text(name) ?? '') ? Number(text(name)) : undefined);
  const given: Partial<Draft> = { type: ruleTypeOf(element, type) };
  switch (given.type) {
    case 'file':
      return compact({
        ...given,
        accept: text('accept')?.toLowerCase().split(','),
        multiple: isMultiple(element) || undefined,
      });
    case 'number':
    case 'date':
      return compact({
        ...given,
        min: boundOf(given.type, text('min')),
        max: boundOf(given.type, text('max')),
        placeholder: given.type === 'date' ? undefined : text('placeholder'),
      });
    case 'hidden':
      return given;
    default:
      return compact({
        ...given,
        minLength: whole('minlength') || undefined,
        maxLength: whole('maxlength') || undefined,
        pattern: type === 'textarea' ? undefined : attributeOf(element, 'pattern'),
        placeholder: oneLine(text('placeholder') ?? '') || undefined,
        rows: type === 'textarea' ? (whole('rows') ?? 2) : undefined,
      });
  }
}

/** Several addresses in one field come as one text, with commas. */
function ruleTypeOf(element: Element, type: string): FieldRule['type'] {
  if (type === 'email') return isMultiple(element) ? 'text' : 'email';
  if (type === 'range') return 'number';
  return sameTypes.has(type) ? (type as FieldRule['type']) : 'text';
}

function boundOf(type: 'number' | 'date', text: string | undefined): number | string | undefined {
  if (text === undefined || type === 'date') return text;
  return Number.isFinite(Number(text)) ? Number(text) : undefined;
}

/** Leaves out what is undefined, which a draft cannot have. */
function compact(given: { readonly [Property in keyof Draft]?: Draft[Property] | undefined }): Partial<Draft> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function labelFor(control: Element, labels: Labels): string {
  const id = attributeOf(control, 'id');
  const label = (id === undefined ? undefined : labels.get(id)) ?? around(control, 'label');
  // The options of a select in its label are no part of the label.
  if (label) return textIn(label, ['select', 'textarea', 'button']);
  return oneLine(attributeOf(control, 'aria-label') ?? '');
}

function groupLabel(control: Element): string {
  const legend = around(control, 'fieldset')?.childNodes.find((node) => isTag(node, 'legend'));
  return isTag(legend, 'legend') ? textIn(legend) : '';
}

/** Without the signs that pages put behind a label. */
function labelled(text: string): Pick<Draft, 'label'> {
  const start = text.slice(0, labelMax).toWellFormed();
  // safe because: a label has 200 characters at most, and this text is cut to them
  const label = start.replace(/[\s:*]+$/, '').trim();
  return label === '' ? {} : { label };
}
