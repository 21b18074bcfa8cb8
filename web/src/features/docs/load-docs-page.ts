import type { ComponentType } from 'react';

export interface DocsHeading {
  readonly id: string;
  readonly depth: number;
  readonly heading: string;
}

export interface DocsContent {
  // MDX takes whatever component stands for an element, with whatever props that element has.
  readonly Content: ComponentType<{ components: Readonly<Record<string, unknown>> }>;
  readonly headings: readonly DocsHeading[];
}

/**
 * The build has written a page before a browser runs the program of it, so its text need not come along once more. While
 * the web app is developed, and in tests, nothing is written before.
 */
export const isWritten = import.meta.env.PROD && !import.meta.env.SSR;

const contents = isWritten ? null : import.meta.glob<DocsContent>('./pages/*.mdx');

/** Fetches one page; each is a file of its own. None where the build wrote them all. */
export async function loadDocsPage(name: string): Promise<DocsContent | null> {
  if (contents === null) return null;
  const load = contents[`./pages/${name}.mdx`];
  if (!load) throw new Error(`There is no page ${name}.mdx`);
  return load();
}
