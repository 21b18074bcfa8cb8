import { attributeOf, type Element, isTag } from '@inlet/rules/read-html';

const hidingStyle =
  /display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?:\.0+)?\s*(?:[;!]|$)|clip(?:-path)?\s*:|(?:left|right|top|text-indent)\s*:\s*-\d{3,}|(?:width|height)\s*:\s*[01](?:px)?\s*(?:[;!]|$)/i;
/** Classes that hide in the usual frameworks. */
const hidingClass = /(?:^|[\s_-])(?:hidden|hide|invisible|sr-only|visually-hidden|d-none|honeypot|hp)(?:$|[\s_-])/i;
const stylesMax = 200_000;

export type Visibility = 'hidden' | 'visible' | 'unknown';

/** Whether people see a control, as far as the page itself says so; files of styles are not read. */
export function visibilityOf(control: Element, elements: readonly Element[]): Visibility {
  const styles = stylesIn(elements);
  let isStyled = false;
  for (const part of withParents(control)) {
    if (hides(part, styles)) return 'hidden';
    isStyled ||= attributeOf(part, 'class') !== undefined || attributeOf(part, 'id') !== undefined;
  }
  const hasFiles = elements.some(
    (element) => isTag(element, 'link') && /stylesheet/i.test(attributeOf(element, 'rel') ?? ''),
  );
  return isStyled && hasFiles ? 'unknown' : 'visible';
}

/** A control, and the elements between it and its form. */
function withParents(control: Element): Element[] {
  const parts: Element[] = [];
  let part: unknown = control;
  while (typeof part === 'object' && part !== null && 'tagName' in part) {
    const element = part as Element;
    if (['form', 'body'].includes(element.tagName)) break;
    parts.push(element);
    part = element.parentNode;
  }
  return parts;
}

function hides(element: Element, styles: string): boolean {
  if (isTag(element, 'template', 'noscript') || attributeOf(element, 'hidden') !== undefined) return true;
  if (isTag(element, 'input') && attributeOf(element, 'type')?.trim().toLowerCase() === 'hidden') return true;
  if (hidingStyle.test((attributeOf(element, 'style') ?? '').slice(0, stylesMax))) return true;
  const classes = attributeOf(element, 'class') ?? '';
  if (hidingClass.test(classes)) return true;
  const selectors = classes
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 20)
    .map((name) => `.${name}`);
  const id = attributeOf(element, 'id');
  const name = attributeOf(element, 'name');
  if (id) selectors.push(`#${id}`);
  if (name) selectors.push(`[name=${name}]`, `[name="${name}"]`, `[name='${name}']`);
  return selectors.some((selector) => isHiddenBy(selector, styles));
}

/** How often a selector is looked at, and the characters of one rule. */
const usesMax = 100;
const ruleMax = 1_000;

/** The rules of the page's own styles, without conditions: a rule that hides only on some screens counts as well. */
function isHiddenBy(selector: string, styles: string): boolean {
  let at = styles.indexOf(selector);
  for (let uses = 0; at >= 0 && uses < usesMax; uses += 1) {
    const [, more = '', body = ''] = /^([^{}]*)\{([^{}]*)/.exec(styles.slice(at + selector.length, at + ruleMax)) ?? [];
    if (!/^[\w-]/.test(more) && hidingStyle.test(body)) return true;
    at = styles.indexOf(selector, at + selector.length);
  }
  return false;
}

function stylesIn(elements: readonly Element[]): string {
  let styles = '';
  for (const element of elements) {
    if (!isTag(element, 'style')) continue;
    for (const node of element.childNodes) if ('value' in node) styles += node.value.slice(0, stylesMax);
    if (styles.length > stylesMax) break;
  }
  return styles.slice(0, stylesMax);
}
