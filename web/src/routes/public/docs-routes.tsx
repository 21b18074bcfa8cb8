import { docsPages, markdownPath } from '#features/docs/docs-pages.ts';
import { loadDocsPage } from '#features/docs/load-docs-page.ts';

/** The pages of the documentation, each with its own text and the frame that all pages share. */
export const docsRoutes = docsPages.map((page) => ({
  path: page.path,
  title: page.path === '/docs' ? 'Documentation · Inlet' : `${page.title} · Inlet documentation`,
  description: page.description,
  markdown: markdownPath(page),
  lazy: async () => {
    const [{ DocsArticle }, content] = await Promise.all([
      import('#features/docs/components/docs-article.tsx'),
      loadDocsPage(page.name),
    ]);
    return { Component: () => <DocsArticle page={page} content={content} /> };
  },
}));
