import type { ComponentType } from 'react';

/**
 * A page that everybody may read. The build writes it into a file of its own, and no browser renders it: a link on it is
 * a plain `<a href>`, what is to work without React needs no more than the page, and the rest is an `<Island>`.
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
