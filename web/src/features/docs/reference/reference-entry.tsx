import { type ReactNode, useState } from 'react';

/** Says that an element keeps the text that it has in the page. */
const asItStands = { __html: '' };

/**
 * A call or a shape, known by its heading's id. Nothing in it is for a script, and there are some ninety of them: what
 * the page brings along stays as it stands, and hydrating passes over it.
 */
export function ReferenceEntry({ id, children }: { id: string; children: ReactNode }) {
  const [isInPage] = useState(() => typeof document !== 'undefined' && document.getElementById(id) !== null);
  const content = isInPage ? { dangerouslySetInnerHTML: asItStands } : { children };
  return <article className="docs-operation" {...content} />;
}
