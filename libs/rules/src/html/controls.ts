import { around, attributeOf, type Element, isTag } from '#html/read-html.ts';

const unsent = new Set(['submit', 'button', 'image', 'reset']);

/** The controls that a browser sends if they have a name, by the form that they belong to. */
export function controlsByForm(elements: readonly Element[]): Map<Element | undefined, Element[]> {
  const forms = new Map(elements.filter((one) => isTag(one, 'form')).map((form) => [attributeOf(form, 'id'), form]));
  return Map.groupBy(elements.filter(isSent), (control) => formOf(control, forms));
}

export function isNamed(control: Element): boolean {
  return Boolean(attributeOf(control, 'name'));
}

/** The type of a control, such as `text` or `select`. */
export function typeOf(control: Element): string {
  if (control.tagName !== 'input') return control.tagName;
  return (attributeOf(control, 'type') ?? 'text').trim().toLowerCase();
}

function isSent(element: Element): boolean {
  if (!isTag(element, 'input', 'select', 'textarea')) return false;
  return !unsent.has(typeOf(element)) && attributeOf(element, 'disabled') === undefined;
}

function formOf(control: Element, forms: ReadonlyMap<string | undefined, Element>): Element | undefined {
  const id = attributeOf(control, 'form');
  return id === undefined ? around(control, 'form') : forms.get(id);
}
