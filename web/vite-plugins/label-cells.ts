import type { HtmlNode } from './collect-sections.ts';

/** Two columns stand beside each other on a phone, unless one of their words is longer than this. */
const wordMax = 24;
const columnsMax = 2;

/**
 * A rehype plugin that tells each cell the name of its column, and marks tables that are too wide for a phone: there
 * `styles/docs.css` puts the cells of a row below each other, each behind its name.
 */
export function labelCells() {
  return (tree: HtmlNode): void => label(tree);
}

function label(node: HtmlNode): void {
  if (node.tagName !== 'table') {
    for (const child of node.children ?? []) label(child);
    return;
  }
  const names = findAll(node, 'th').map(textOf);
  const rows = findAll(node, 'tr').map((row) => findAll(row, 'td'));
  for (const cells of rows) {
    for (const [column, cell] of cells.entries()) Object.assign(cell.properties ?? {}, { 'data-label': names[column] });
  }
  const words = rows.flat().flatMap((cell) => textOf(cell).split(/\s+/));
  const isWide = names.length > columnsMax || words.some((word) => word.length > wordMax);
  if (isWide) Object.assign(node.properties ?? {}, { 'data-wide': '' });
}

function findAll(node: HtmlNode, tagName: string): HtmlNode[] {
  return (node.children ?? []).flatMap((child) => (child.tagName === tagName ? [child] : findAll(child, tagName)));
}

function textOf({ type, value = '', children = [] }: HtmlNode): string {
  return type === 'text' ? value : children.map(textOf).join('');
}
