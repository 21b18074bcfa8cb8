import type { ComponentType } from 'react';

export interface DocsHeading {
  readonly id: string;
  readonly depth: number;
  readonly heading: string;
}

export interface DocsContent {
  // MDX accepts any component for an element, with the props of that element.
  readonly default: ComponentType<{ components: Readonly<Record<string, unknown>> }>;
  readonly headings: readonly DocsHeading[];
}

const contents = import.meta.glob<DocsContent>('./pages/*.mdx');

/** Loads one page; each page is a separate file. */
export async function loadDocsPage(name: string): Promise<DocsContent> {
  const load = contents[`./pages/${name}.mdx`];
  if (!load) throw new Error(`There is no page ${name}.mdx`);
  return load();
}
