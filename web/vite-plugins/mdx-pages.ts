import { compile } from '@mdx-js/mdx';
import rehypeHighlight from 'rehype-highlight';
import rehypeSlug from 'rehype-slug';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';
import remarkMdxFrontmatter from 'remark-mdx-frontmatter';
import type { Plugin } from 'vite';
import { collectMarkdown, type MarkdownPiece } from './collect-markdown.ts';
import { collectSections, type PageSection } from './collect-sections.ts';
import { labelCells } from './label-cells.ts';
import { labelSamples } from './label-samples.ts';

/** Which languages samples are written in; each more would cost build time for nothing. */
const highlight = { detect: false, plainText: ['text', 'http'] };

/**
 * Pages written in MDX. `page.mdx` has its content as default, `headings` and `frontmatter`; `page.mdx?about` has the
 * front matter alone, so that a menu need not load the pages, `page.mdx?sections` the texts that a search looks
 * through, and `page.mdx?markdown` the page as Markdown.
 */
export function mdxPages(): Plugin {
  return {
    name: 'mdx-pages',
    enforce: 'pre',
    transform: {
      filter: { id: /\.mdx(?:\?|$)/ },
      handler: async (source, id) => {
        const [path = '', query] = id.split('?');
        const code = await compilePage(path, source, query);
        return { code, map: null, moduleType: 'js' };
      },
    },
  };
}

async function compilePage(path: string, source: string, query: string | undefined): Promise<string> {
  if (query === 'about') return (await compileMdx(path, frontMatterOf(source))).code;
  const { code, sections, pieces } = await compileOnce(path, source);
  if (query === 'markdown') return `export const pieces = ${JSON.stringify(pieces)};`;
  if (query === 'sections') return `export const sections = ${JSON.stringify(sections)};`;
  const headings = sections.filter(({ depth }) => depth > 1).map(({ id, depth, heading }) => ({ id, depth, heading }));
  return `${code}\nexport const headings = ${JSON.stringify(headings)};`;
}

/** The app and the program that renders the pages are built in one process and ask for the same pages. */
const compiled = new Map<string, ReturnType<typeof compileMdx>>();

function compileOnce(path: string, source: string): ReturnType<typeof compileMdx> {
  const known = compiled.get(source) ?? compileMdx(path, source);
  compiled.set(source, known);
  return known;
}

interface CompiledPage {
  readonly code: string;
  readonly sections: readonly PageSection[];
  readonly pieces: readonly MarkdownPiece[];
}

async function compileMdx(path: string, value: string): Promise<CompiledPage> {
  const file = await compile(
    { path, value },
    {
      remarkPlugins: [remarkGfm, remarkFrontmatter, collectMarkdown, remarkMdxFrontmatter],
      rehypePlugins: [rehypeSlug, [rehypeHighlight, highlight], labelSamples, labelCells, collectSections],
    },
  );
  const { sections, pieces } = file.data;
  return { code: String(file), sections: sections as PageSection[], pieces: pieces as MarkdownPiece[] };
}

function frontMatterOf(source: string): string {
  const end = source.indexOf('\n---', 3);
  if (!source.startsWith('---') || end === -1) throw new Error('A page begins with its title and description');
  return `${source.slice(0, end)}\n---\n`;
}
