import { docsPages } from '#features/docs/docs-pages.ts';
import { listOperations } from '#features/docs/reference/list-operations.ts';
import type { DocsSection } from '#features/docs/search/find-sections.ts';

interface PageSection {
  readonly id: string;
  readonly heading: string;
  readonly text: string;
}

const texts = import.meta.glob<readonly PageSection[]>('../pages/*.mdx', {
  eager: true,
  query: '?sections',
  import: 'sections',
});

/** All searchable sections, fetched at the first search. */
export const searchIndex: readonly DocsSection[] = [
  ...docsPages.flatMap(({ name, path, title, description }) =>
    (texts[`../pages/${name}.mdx`] ?? []).map(({ id, heading, text }) => ({
      path: id === '' ? path : `${path}#${id}`,
      page: title,
      heading,
      text: heading === '' ? `${description} ${text}` : text,
    })),
  ),
  ...listOperations().map(({ href, method, path, operation }) => ({
    path: href,
    page: 'API reference',
    heading: operation.summary,
    text: `${method} ${path} ${operation.description ?? ''}`,
  })),
];
