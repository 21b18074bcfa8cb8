import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from 'parse5';

export type Element = DefaultTreeAdapterTypes.Element;
export type Node = DefaultTreeAdapterTypes.ChildNode;

/** The size of a page that is read, in characters; the rest is left out. */
export const htmlMax = 200_000;
/** A parser looks at all open elements for some tags, so deep pages would take very long. */
const depthMax = 300;
const elementsMax = 20_000;

/** The elements of a page in their order, as a browser reads it; fewer of a page that is too large or too deep. */
export function elementsOf(html: string, charactersMax = htmlMax): Element[] {
  const elements: Element[] = [];
  let depth = 0;
  const treeAdapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    createElement: (...given) => {
      const element = defaultTreeAdapter.createElement(...given);
      elements.push(element);
      if (elements.length >= elementsMax) throw new PageTooLarge();
      return element;
    },
    onItemPush: () => {
      depth += 1;
      if (depth > depthMax) throw new PageTooLarge();
    },
    onItemPop: () => {
      depth -= 1;
    },
  };
  try {
    parse(html.slice(0, charactersMax), { treeAdapter });
  } catch (error) {
    if (!(error instanceof PageTooLarge)) throw error;
  }
  return elements;
}

class PageTooLarge extends Error {}

export function attributeOf(element: Element, name: string): string | undefined {
  return element.attrs.find((one) => one.name === name)?.value;
}

export function isTag(node: unknown, ...tags: string[]): node is Element {
  return typeof node === 'object' && node !== null && 'tagName' in node && tags.includes(String(node.tagName));
}

/** The closest element around this one with a tag. */
export function around(element: Element, tag: string): Element | undefined {
  let parent: unknown = element.parentNode;
  while (typeof parent === 'object' && parent !== null) {
    if (isTag(parent, tag)) return parent;
    parent = 'parentNode' in parent ? parent.parentNode : null;
  }
  return undefined;
}

/** More than any label has. */
const textMax = 1_000;

/** The beginning of the text that people see, on one line; `except` leaves out what stands in some elements. */
export function textIn(element: Element, except: readonly string[] = []): string {
  const leftOut = new Set(['script', 'style', ...except]);
  let text = '';
  const collect = (node: Node): void => {
    if (text.length > textMax || leftOut.has(node.nodeName)) return;
    if ('value' in node) text += node.value.slice(0, textMax);
    else if ('childNodes' in node) node.childNodes.forEach(collect);
  };
  element.childNodes.forEach(collect);
  return oneLine(text);
}

export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}
