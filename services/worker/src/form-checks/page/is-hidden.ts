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
/** The elements around a control that a selector is compared with. */
const outerMax = 3;
/** A selector that says more is left out. */
const conditionsMax = 12;
/** A comparison such as `[class~=a]`, which is not made. */
const comparison = /^\[[^=]*[~^$*|]=/;

export type Visibility = 'hidden' | 'visible' | 'unknown';

/**
 * Reads the styles of a page once, and returns whether people see a control, as far as the page itself says so; files of
 * styles are not read.
 */
export function visibilityIn(elements: readonly Element[]): (control: Element) => Visibility {
  const selectors = hidingSelectors(stylesIn(elements));
  const outerParts = new Set(selectors.flatMap(({ outer }) => outer));
  const hasFiles = elements.some(
    (element) => isTag(element, 'link') && /stylesheet/i.test(attributeOf(element, 'rel') ?? ''),
  );
  const known = new Map<Element, Look>();
  const lookAt = (element: Element): Look => {
    const look = known.get(element) ?? lookOf(element);
    known.set(element, look);
    return look;
  };
  return (control) => {
    const path = pathTo(control);
    const start = path.findLastIndex((element) => isTag(element, 'form', 'body')) + 1;
    const matched = new Set<Conditions>();
    for (const [index, element] of path.entries()) {
      const look = lookAt(element);
      const isInside = index >= start;
      if (isInside && look.isHiding) return 'hidden';
      if (isInside && selectors.some((selector) => selects(selector, look, matched))) return 'hidden';
      for (const part of outerParts) if (meets(look, part)) matched.add(part);
    }
    return hasFiles && path.slice(start).some(isStyled) ? 'unknown' : 'visible';
  };
}

/** The elements around a control, from the outermost one to the control itself. */
function pathTo(control: Element): Element[] {
  const path: Element[] = [];
  let part: unknown = control;
  while (typeof part === 'object' && part !== null && 'tagName' in part) {
    const element = part as Element;
    path.push(element);
    part = element.parentNode;
  }
  return path.toReversed();
}

function isStyled(element: Element): boolean {
  return attributeOf(element, 'class') !== undefined || attributeOf(element, 'id') !== undefined;
}

/** What can be said of an element without the styles of the page. */
interface Look {
  readonly isHiding: boolean;
  readonly met: ReadonlySet<string>;
}

function lookOf(element: Element): Look {
  const classes = classesOf(element);
  return { isHiding: hidesByItself(element, classes), met: conditionsMetBy(element, classes) };
}

function hidesByItself(element: Element, classes: readonly string[]): boolean {
  if (isTag(element, 'template', 'noscript') || attributeOf(element, 'hidden') !== undefined) return true;
  if (isTag(element, 'input') && attributeOf(element, 'type')?.trim().toLowerCase() === 'hidden') return true;
  if (isHidingStyle(withoutComments((attributeOf(element, 'style') ?? '').slice(0, stylesMax)))) return true;
  return classes.some((name) => hidingClasses.has(name.toLowerCase()));
}

/** Whether a selector means an element; `matched` has the parts of selectors that the elements around it match. */
function selects({ own, outer }: Selector, look: Look, matched: ReadonlySet<Conditions>): boolean {
  return meets(look, own) && outer.every((part) => matched.has(part));
}

function meets({ met }: Look, conditions: Conditions): boolean {
  for (const condition of conditions) if (!met.has(condition)) return false;
  return true;
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

/** What a part of a selector says of one element, such as `input`, `.a` and `[name=b]`. */
type Conditions = readonly string[];

interface Selector {
  /** What it says of the element that it hides. */
  readonly own: Conditions;
  /** What it says of the elements around that one, in any order. */
  readonly outer: readonly Conditions[];
}

function conditionsMetBy({ tagName, attrs }: Element, classes: readonly string[]): ReadonlySet<string> {
  const ofAttributes = attrs.flatMap(({ name, value }) => [
    `[${name}]`,
    `[${name}=${value}]`,
    ...(name === 'id' ? [`#${value}`] : []),
  ]);
  // Scripts of many pages give this class to the whole page.
  const ofScripts = tagName === 'html' ? ['.js'] : [];
  return new Set(['*', '&', tagName, ...classes.map((name) => `.${name}`), ...ofScripts, ...ofAttributes]);
}

/** The selectors that hide. A rule that hides only on some screens counts as well. */
function hidingSelectors(styles: string): Selector[] {
  const selectors = styles.split('}').flatMap((rule) =>
    rule.split('{').flatMap((body, index, parts) => {
      const isHiding = index > 0 && isHidingStyle(body);
      // Other declarations come before a rule inside of a rule.
      return isHiding ? (parts[index - 1]?.split(';').at(-1)?.split(',') ?? []) : [];
    }),
  );
  const known = new Map<string, Conditions>();
  return [...new Set(selectors)].slice(0, selectorsMax).flatMap((selector) => {
    const [own, ...outer] = partsOf(selector).toReversed();
    if (own === undefined) return [];
    const conditions = conditionsOf(own);
    const outerConditions = outer.slice(0, outerMax).map((part) => {
      const said = known.get(part) ?? conditionsOf(part).filter((condition) => !comparison.test(condition));
      known.set(part, said);
      return said;
    });
    const count = [conditions, ...outerConditions].flat().length;
    return conditions.length > 0 && count <= conditionsMax ? [{ own: conditions, outer: outerConditions }] : [];
  });
}

/**
 * The parts of a selector, each for one element. Elements beside the hidden one are left out. There are none in a selector
 * that only holds in some state, such as `.a:focus`. A negation holds in the usual one.
 */
function partsOf(selector: string): string[] {
  const usual = selector.replaceAll(/:not\([^()]*\)|["']/g, '');
  if (usual.includes(':')) return [];
  const tokens = usual.match(/[>+~]|(?:\[[^[\]]*\]|[^\s>+~[])+/g) ?? [];
  return tokens.filter((token, index) => !'>+~'.includes(token) && !/^[+~]$/.test(tokens[index + 1] ?? ''));
}

function conditionsOf(part: string): Conditions {
  return part.match(/\[[^[\]]*\]|[.#]?[^.#[\]]+/g) ?? [];
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
