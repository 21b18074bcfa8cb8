import type { ComponentType } from 'react';

/**
 * A page that everybody may read. It is written into a file of its own when the web app is built, and hydrated without
 * a router: a link on it is a plain `<a href>`, and what it imports must not import `react-router-dom`, zod or
 * TanStack Query, which alone would take all of its 100 kB. Built, it runs on Preact, so it keeps to what that has of React.
 */
export interface PublicRoute {
  readonly path: string;
  /** Names the browser's tab and the page in search results. The page itself renders no `<title>` or `<meta>`. */
  readonly title: string;
  /** One or two sentences for search results and previews. */
  readonly description: string;
  readonly lazy: () => Promise<PublicPageModule>;
}

export interface PublicPageModule {
  /** What stands between navigation and footer; it renders inside of `<main>`. */
  readonly Component: ComponentType;
  /** What search engines read as JSON-LD, where a page has more to say than its title. */
  readonly structuredData?: readonly StructuredData[];
}

/** `%PUBLIC_URL%` in it becomes the address of the installation. */
export type StructuredData = Readonly<Record<string, unknown>>;
