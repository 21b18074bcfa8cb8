import { maximumAges } from '@inlet/contracts/maximum-ages';
import type { Site } from '@inlet/contracts/site';
import { type DocsPage, docsGroups, docsPages, markdownPath } from '#features/docs/docs-pages.ts';
import { markdownTable } from '#features/docs/markdown/markdown-table.ts';
import { apiGroup, apiIndex, apiShapes, commonErrors } from '#features/docs/markdown/reference-tables.ts';

/** A block of a page, or a component with everything in it, as `vite-plugins/collect-markdown.ts` keeps it. */
export type Piece =
  | string
  | { readonly name: string; readonly props: Readonly<Record<string, string>>; readonly pieces: readonly Piece[] };

/** A text for programs, and its address. */
export interface TextFile {
  readonly path: string;
  readonly content: string;
}

const pieces = import.meta.glob<readonly Piece[]>('../pages/*.mdx', { query: '?markdown', import: 'pieces' });

/** Every page of the documentation as Markdown, and the list of them in `/llms.txt`. */
export async function renderDocsTexts(site: Site): Promise<TextFile[]> {
  const pages = docsPages.map(async (page) => ({ path: markdownPath(page), content: await renderPage(page, site) }));
  return [{ path: '/llms.txt', content: inInstallation(llmsText(), site) }, ...(await Promise.all(pages))];
}

async function renderPage({ name, title, description }: DocsPage, site: Site): Promise<string> {
  const load = pieces[`../pages/${name}.mdx`];
  if (!load) throw new Error(`There is no page ${name}.mdx`);
  const blocks = [`# ${title}`, `> ${description}`, ...(await load()).map((piece) => renderPiece(piece, site))];
  return inInstallation(`${joined(blocks)}\n`, site);
}

/** The components of our pages as Markdown. A page with another one fails the build. */
const components: Readonly<
  Record<string, (inner: string, props: Readonly<Record<string, string>>, site: Site) => string>
> = {
  WithPlans: (inner, _props, { sellsPlans }) => (sellsPlans ? inner : ''),
  WithoutPlans: (inner, _props, { sellsPlans }) => (sellsPlans ? '' : inner),
  MaximumAges: () =>
    markdownTable(
      ['What', 'Kept for'],
      Object.values(maximumAges).map(({ what, kept }) => [what, kept]),
    ),
  ApiIndex: apiIndex,
  CommonErrors: commonErrors,
  ApiGroup: (_inner, { name = '' }) => apiGroup(name),
  ApiShapes: apiShapes,
};

function renderPiece(piece: Piece, site: Site): string {
  if (typeof piece === 'string') return piece;
  const render = components[piece.name];
  if (!render) throw new Error(`<${piece.name}> has no form in Markdown. Write one in docs-markdown.ts.`);
  return render(joined(piece.pieces.map((inner) => renderPiece(inner, site))), piece.props, site);
}

function joined(blocks: readonly string[]): string {
  return blocks.filter((block) => block !== '').join('\n\n');
}

/** The list that https://llmstxt.org describes. */
function llmsText(): string {
  const entry = (page: DocsPage) =>
    `- [${page.title}](https://inlet.example${markdownPath(page)}): ${page.description}`;
  return `${joined([
    '# Inlet',
    '> Inlet receives the submissions of website forms, and people can run it themselves.',
    'A form of any website sends to its endpoint at Inlet. Its owner reads the submissions in a dashboard, in mails, in deliveries to other services or by an API. Each page of the documentation is Markdown at its address with `.md` behind it.',
    ...docsGroups.flatMap(({ name, pages }) => [`## ${name}`, pages.map(entry).join('\n')]),
    '## API description',
    '- [OpenAPI](https://inlet.example/api/openapi.json): every call with its input, its answers and its codes, for generators of clients',
  ])}\n`;
}

function inInstallation(text: string, { publicUrl }: Site): string {
  return text.replaceAll('https://inlet.example', publicUrl);
}
