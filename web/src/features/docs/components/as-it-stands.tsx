import type { ComponentProps } from 'react';
import { isWritten } from '#features/docs/load-docs-page.ts';

/** Says that an element keeps what it has in the page. */
const keepContent = { __html: '' };

/** A part of a page that no script needs: what the build wrote stays there, and hydrating passes over it. */
export function AsItStands({ children, ...props }: ComponentProps<'div'>) {
  const content = isWritten ? { dangerouslySetInnerHTML: keepContent } : { children };
  return <div {...props} {...content} />;
}
