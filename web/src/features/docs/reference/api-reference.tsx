import type { ReactNode } from 'react';

const isForBuiltPage = import.meta.env.PROD && !import.meta.env.SSR;

/**
 * Nothing in the reference is for a script. The build writes it into the page, where hydrating passes over it, so the
 * page's program comes without it and without the document that it is made from.
 */
const written = isForBuiltPage ? null : await import('#features/docs/reference/written-reference.tsx');

/** Every call by its name, to jump to. */
export function ApiIndex() {
  return <AsItStands>{written && <written.ApiIndex />}</AsItStands>;
}

/** The calls of one group of the document; the page writes the headings, so that they stand in its list of contents. */
export function ApiGroup({ name }: { name: string }) {
  return <AsItStands>{written && <written.ApiGroup name={name} />}</AsItStands>;
}

/** Every shape that the calls speak of. */
export function ApiShapes() {
  return <AsItStands>{written && <written.ApiShapes />}</AsItStands>;
}

/** Says that an element keeps what it has in the page. */
const keepContent = { __html: '' };

function AsItStands({ children }: { children: ReactNode }) {
  const content = isForBuiltPage ? { dangerouslySetInnerHTML: keepContent } : { children };
  return <div {...content} />;
}
