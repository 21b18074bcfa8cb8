import type { Site } from '@inlet/contracts/site';
import type { ComponentType } from 'react';

/**
 * A page that everyone may read. The build writes it to a separate file, and no browser renders it: a link on it is a
 * plain `<a href>`, parts that work without React are plain HTML, and the rest is an `<Island>`.
 */
export interface PublicRoute {
  readonly path: string;
  /** Names the browser's tab and the page in search results. The page itself renders no `<title>` or `<meta>`. */
  readonly title: string;
  /** One or two sentences for search results and previews. */
  readonly description: string;
  /** The address of the page as Markdown. */
  readonly markdown?: string;
  /** True for a page about plans, which installations without payments do not have. */
  readonly sellsPlans?: boolean;
  readonly lazy: (site: Site) => Promise<PublicPageModule>;
}

export interface PublicPageModule {
  /** The content between navigation and footer; it renders inside `<main>`. */
  readonly Component: ComponentType;
  /** JSON-LD for search engines. */
  readonly structuredData?: readonly StructuredData[];
}

/** `%PUBLIC_URL%` in it becomes the address of the installation. */
export type StructuredData = Readonly<Record<string, unknown>>;
