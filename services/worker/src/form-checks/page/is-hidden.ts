import { attributeOf, type Element, isTag } from '@inlet/rules/read-html';

const farAway = /^-\d{3,}/;
const noLength = /^[01](?:px)?$/;
/** The values that hide, by property. */
const hidingValues = new Map<string, RegExp>([
  ['display', /^none$/],
  ['visibility', /^hidden$/],
  ['opacity', /^0(?:\.0+)?$/],
  ['clip', /\(/],
  ['clip-path', /\(/],
  ...['text-indent', 'left', 'right', 'top', 'margin-left', 'margin-right', 'margin-top'].map(
    (name) => [name, farAway] as const,
  ),
  ...['width', 'height', 'max-width', 'max-height'].map((name) => [name, noLength] as const),
]);
/** The classes that hide in the usual frameworks. */
const hidingClasses = new Set([
  ...['hidden', 'hide', 'invisible', 'is-hidden', 'is-invisible', 'd-none'],
  ...['sr-only', 'is-sr-only', 'visually-hidden', 'honeypot', 'hp'],
]);
const stylesMax = 200_000;
/** The selectors of a page that are compared with each element around a control. */
const selectorsMax = 1_000;

/** The elements around a control that are looked at, the nearest first. */
const partsMax = 50;

export type Visibility = 'hidden' | 'visible' | 'unknown';

/**
 * Reads the styles of a page once, and returns whether people see a control, as far as the page itself says so; files of
 * styles are not read.
 */
export function visibilityIn(elements: readonly Element[]): (control: Element) => Visibility {
  const selectors = hidingSelectors(stylesIn(elements));
  const hasFiles = elements.some(
    (element) => isTag(element, 'link') && /stylesheet/i.test(attributeOf(element, 'rel') ?? ''),
  );
  return (control) => {
    const parts = withParents(control);
    if (parts.some((part) => hides(part, selectors))) return 'hidden';
    return hasFiles && parts.some(isStyled) ? 'unknown' : 'visible';
  };
}

function isStyled(element: Element): boolean {
  return attributeOf(element, 'class') !== undefined || attributeOf(element, 'id') !== undefined;
}

/** A control, and the elements between it and its form. */
function withParents(control: Element): Element[] {
  const parts: Element[] = [];
  let part: unknown = control;
  while (parts.length < partsMax && typeof part === 'object' && part !== null && 'tagName' in part) {
    const element = part as Element;
    if (['form', 'body'].includes(element.tagName)) break;
    parts.push(element);
    part = element.parentNode;
  }
  return parts;
}

function hides(element: Element, selectors: readonly Conditions[]): boolean {
  if (isTag(element, 'template', 'noscript') || attributeOf(element, 'hidden') !== undefined) return true;
  if (isTag(element, 'input') && attributeOf(element, 'type')?.trim().toLowerCase() === 'hidden') return true;
  if (isHidingStyle(withoutComments((attributeOf(element, 'style') ?? '').slice(0, stylesMax)))) return true;
  const classes = classesOf(element);
  if (classes.some((name) => hidingClasses.has(name.toLowerCase()))) return true;
  const met = conditionsMetBy(element, classes);
  return selectors.some((conditions) => conditions.every((condition) => met.has(condition)));
}

function isHidingStyle(declarations: string): boolean {
  return declarations.split(';').some((declaration) => {
    const [property = '', value = ''] = declaration.toLowerCase().split(':', 2);
    const [used = ''] = value.split('!', 1);
    return hidingValues.get(property.trim())?.test(used.trim());
  });
}

function classesOf(element: Element): string[] {
  return (attributeOf(element, 'class') ?? '').split(/\s+/).filter(Boolean);
}

/** What a selector says of the element itself, such as `input`, `.a` and `[name=b]`. */
type Conditions = readonly string[];

function conditionsMetBy({ tagName, attrs }: Element, classes: readonly string[]): ReadonlySet<string> {
  const ofAttributes = attrs.flatMap(({ name, value }) => [
    `[${name}]`,
    `[${name}=${value}]`,
    ...(name === 'id' ? [`#${value}`] : []),
  ]);
  return new Set([tagName, ...classes.map((name) => `.${name}`), ...ofAttributes]);
}

/** The selectors that hide. A rule that hides only on some screens counts as well. */
function hidingSelectors(styles: string): Conditions[] {
  const selectors = styles.split('}').flatMap((rule) =>
    rule.split('{').flatMap((body, index, parts) => {
      const isHiding = index > 0 && isHidingStyle(body);
      // Other declarations come before a rule inside of a rule.
      return isHiding ? (parts[index - 1]?.split(';').at(-1)?.split(',') ?? []) : [];
    }),
  );
  return [...new Set(selectors)]
    .slice(0, selectorsMax)
    .map(conditionsOf)
    .filter((conditions) => conditions.length > 0);
}

/** Returns none for a selector that only holds in some state, such as `.a:focus`. A negation holds in the usual one. */
function conditionsOf(selector: string): Conditions {
  const usual = selector.replaceAll(/:not\([^()]*\)|["']/g, '').trim();
  if (usual.includes(':')) return [];
  const last = usual.split(/[\s>+~]+/).at(-1) ?? '';
  return last.match(/\[[^[\]]*\]|[.#]?[^.#[\]]+/g) ?? [];
}

function stylesIn(elements: readonly Element[]): string {
  let styles = '';
  for (const element of elements) {
    if (!isTag(element, 'style')) continue;
    for (const node of element.childNodes) if ('value' in node) styles += node.value.slice(0, stylesMax);
    if (styles.length > stylesMax) break;
  }
  return withoutComments(styles.slice(0, stylesMax));
}

function withoutComments(styles: string): string {
  const [first = '', ...others] = styles.split('/*');
  return first + others.map((part) => part.split('*/').slice(1).join('')).join('');
}
