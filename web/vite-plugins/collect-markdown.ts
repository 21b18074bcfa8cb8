/** A block of a page as Markdown, or a component of the page with everything in it. */
export type MarkdownPiece =
  | string
  | {
      readonly name: string;
      readonly props: Readonly<Record<string, string>>;
      readonly pieces: readonly MarkdownPiece[];
    };

/** The parts of a Markdown tree that are used here. */
interface MarkdownNode {
  readonly type: string;
  readonly name?: string | null;
  readonly url?: string;
  readonly attributes?: readonly { readonly name?: string; readonly value?: unknown }[];
  readonly children?: readonly MarkdownNode[];
  readonly position?: { readonly start: { readonly offset?: number }; readonly end: { readonly offset?: number } };
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The address that stands for the installation in our documentation. */
const exampleAddress = 'https://inlet.example';

/**
 * A remark plugin that keeps a page as Markdown for readers that are programs: without imports, without what only our
 * tests read of a sample, and with addresses that hold outside the page. It stands before plugins that add nodes.
 */
export function collectMarkdown() {
  return (tree: MarkdownNode, file: { readonly value: unknown; readonly data: Record<string, unknown> }): void => {
    file.data.pieces = piecesOf(tree.children ?? [], String(file.value));
  };
}

function piecesOf(nodes: readonly MarkdownNode[], source: string): MarkdownPiece[] {
  return nodes.flatMap((node): MarkdownPiece[] => {
    if (node.type === 'yaml' || node.type === 'mdxjsEsm') return [];
    if (node.type !== 'mdxJsxFlowElement') return [textOf(node, source)];
    const props = (node.attributes ?? []).map(({ name = '', value }) => [name, String(value)]);
    return [{ name: node.name ?? '', props: Object.fromEntries(props), pieces: piecesOf(node.children ?? [], source) }];
  });
}

function textOf(node: MarkdownNode, source: string): string {
  const [start, end] = spanOf(node);
  let text = source.slice(start, end);
  for (const edit of editsOf(node, source).toReversed()) {
    text = text.slice(0, edit.start - start) + edit.text + text.slice(edit.end - start);
  }
  return text;
}

/** The changes of a block, in the order of the text. They never overlap. */
function editsOf(node: MarkdownNode, source: string): Edit[] {
  if (node.type.startsWith('mdx')) {
    throw new Error(`The page has ${source.slice(...spanOf(node))} within a text. Write it as a block of its own.`);
  }
  const inner = (node.children ?? []).flatMap((child) => editsOf(child, source));
  if (node.type === 'code') return [labelOf(node, source)];
  return node.url?.startsWith('/') ? [...inner, addressOf(node, node.url, source)] : inner;
}

/** The first line of a sample has its language and its title alone. */
function labelOf(node: MarkdownNode, source: string): Edit {
  const [start] = spanOf(node);
  const end = source.indexOf('\n', start);
  const [fence = ''] = source.slice(start, end).split(' ', 1);
  // safe because: it reads our documentation
  const title = / title="[^"]*"/.exec(source.slice(start, end))?.[0] ?? '';
  return { start, end, text: fence + title };
}

function addressOf(node: MarkdownNode, url: string, source: string): Edit {
  const [start, end] = spanOf(node);
  const at = source.lastIndexOf(url, end);
  if (at < start) throw new Error(`The page writes ${url} in another way`);
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/.exec(url) ?? [];
  const isPage = path === '/docs' || (path.startsWith('/docs/') && !path.endsWith('.md'));
  return { start: at, end: at + url.length, text: `${exampleAddress}${path}${isPage ? '.md' : ''}${rest}` };
}

function spanOf({ type, position }: MarkdownNode): [start: number, end: number] {
  const [start, end] = [position?.start.offset, position?.end.offset];
  if (start === undefined || end === undefined) throw new Error(`A part of the page has no place in it: ${type}`);
  return [start, end];
}
