import type { HtmlNode } from './collect-sections.ts';

// safe because: it reads the samples of our documentation
const namedValue = /(\w+)="([^"]*)"/g;
const languageClass = /^language-(.+)$/;

/** A rehype plugin that gives each sample of code its language and, from the attributes after it, its title. */
export function labelSamples() {
  return (tree: HtmlNode): void => label(tree);
}

function label(node: HtmlNode): void {
  const [code] = node.children ?? [];
  if (node.tagName !== 'pre' || code?.tagName !== 'code') {
    for (const child of node.children ?? []) label(child);
    return;
  }
  const classes = Array.isArray(code.properties?.className) ? code.properties.className : [];
  const language = classes.map((name) => languageClass.exec(String(name))?.[1]).find((name) => name !== undefined);
  const words = Object.fromEntries(
    [...(code.data?.meta ?? '').matchAll(namedValue)].map(([, name, value]) => [name, value]),
  );
  Object.assign(node.properties ?? {}, {
    'data-language': language ?? 'text',
    ...(words.title !== undefined && { title: words.title }),
  });
}
