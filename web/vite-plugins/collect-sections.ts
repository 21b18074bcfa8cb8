/** A heading of a page and the text below it, up to the next one. The text before the first one has depth 1 and no id. */
export interface PageSection {
  readonly id: string;
  readonly depth: number;
  readonly heading: string;
  readonly text: string;
}

/** The parts of an HTML tree that are used here. */
export interface HtmlNode {
  readonly type: string;
  readonly tagName?: string;
  readonly value?: string;
  readonly properties?: Record<string, unknown>;
  readonly data?: { readonly meta?: string | null };
  readonly children?: HtmlNode[];
}

const headingTag = /^h([2-4])$/;

/** A rehype plugin that notes a page's sections. It stands behind the one that gives headings their ids. */
export function collectSections() {
  return (tree: HtmlNode, file: { data: Record<string, unknown> }): void => {
    const sections: PageSection[] = [{ id: '', depth: 1, heading: '', text: '' }];
    for (const node of tree.children ?? []) addNode(sections, node);
    file.data.sections = sections.map((section) => ({ ...section, text: section.text.trim() }));
  };
}

function addNode(sections: PageSection[], node: HtmlNode): void {
  const depth = headingTag.exec(node.tagName ?? '')?.[1];
  const text = textOf(node).replaceAll(/\s+/g, ' ').trim();
  if (depth !== undefined) {
    sections.push({ id: String(node.properties?.id ?? ''), depth: Number(depth), heading: text, text: '' });
    return;
  }
  const last = sections.pop();
  if (last) sections.push({ ...last, text: `${last.text} ${text}` });
}

/** Blocks are words apart, also where no space stands between them. */
const blocks = new Set(['p', 'li', 'td', 'th', 'tr', 'pre', 'dt', 'dd']);

function textOf({ type, tagName = '', value = '', children = [] }: HtmlNode): string {
  if (type === 'text') return value;
  const inner = children.map(textOf).join('');
  return blocks.has(tagName) ? ` ${inner} ` : inner;
}
