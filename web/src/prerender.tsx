import { type Site, siteTokens } from '@inlet/contracts/site';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { IslandRoot } from '#app/island-root.tsx';
import { islands } from '#app/islands.ts';
import type { IslandName } from '#components/site/island.tsx';
import { SiteLayout } from '#components/site/site-layout.tsx';
import { FullPageSpinner } from '#components/ui/full-page-spinner.tsx';
import { renderDocsTexts, type TextFile } from '#features/docs/markdown/docs-markdown.ts';
import { SiteProvider } from '#lib/site.tsx';
import type { PublicRoute, StructuredData } from '#routes/public/public-route.ts';
import { notFoundRoute, publicRoutes } from '#routes/public/public-routes.tsx';

export interface RenderedPage {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly structuredData: readonly StructuredData[];
  /** The address of the page as Markdown, if there is one. */
  readonly markdown?: string | undefined;
  /** The content of the element with the id `root`. */
  readonly content: string;
}

/** Every public page as text, for the build. */
export function renderPublicPages(site: Site): Promise<RenderedPage[]> {
  const shown = publicRoutes.filter(({ sellsPlans = false }) => site.sellsPlans || !sellsPlans);
  return Promise.all(shown.map((route) => render(route, site)));
}

/** The texts for programs beside the pages: the documentation as Markdown, and `/llms.txt`. */
export function renderTexts(site: Site): Promise<TextFile[]> {
  return renderDocsTexts(site);
}

/** One public page as text, during development; null for another address. */
export async function renderPublicPage(path: string): Promise<RenderedPage | null> {
  const route = publicRoutes.find((candidate) => candidate.path === path);
  return route ? render(route, siteTokens) : null;
}

export function renderNotFoundPage(site: Site): Promise<RenderedPage> {
  return render(notFoundRoute, site);
}

/** The content of the app's document until the app is loaded. */
export function renderWaiting(): string {
  return renderToStaticMarkup(<FullPageSpinner />);
}

async function render({ path, title, description, markdown, lazy }: PublicRoute, site: Site): Promise<RenderedPage> {
  const { Component, structuredData = [] } = await lazy(site);
  const page = renderToStaticMarkup(
    <SiteProvider site={site}>
      <SiteLayout path={path}>
        <Component />
      </SiteLayout>
    </SiteProvider>,
  );
  return { path, title, description, structuredData, markdown, content: await fillIslands(page, site) };
}

// safe because: our own build writes the pages
const emptyIsland = /(<div data-island="([a-z-]+)" data-when="(?:touched|near)"[^>]*>)(?=<\/div>)/g;

/** React numbers ids per root, so each island is rendered separately. */
async function fillIslands(page: string, site: Site): Promise<string> {
  const names = [...page.matchAll(emptyIsland)].map(([, , name]) => name as IslandName);
  const contents = new Map(
    await Promise.all(names.map(async (name) => [name, await renderIsland(name, site)] as const)),
  );
  return page.replaceAll(emptyIsland, (_match, opening, name) => opening + contents.get(name));
}

async function renderIsland(name: IslandName, site: Site): Promise<string> {
  return renderToString(<IslandRoot site={site} Component={await islands[name]()} />, { identifierPrefix: name });
}
