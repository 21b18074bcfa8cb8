import type { ComponentProps } from 'react';
import { CodeSample } from '#features/docs/components/code-sample.tsx';
import { useSiteAddress } from '#features/docs/site-address.ts';

/** The components for the elements of a page. */
export const docsElements = {
  code: Code,
  h2: SectionHeading,
  h3: SubsectionHeading,
  pre: CodeSample,
  table: DocsTable,
};

function Code({ children, ...props }: ComponentProps<'code'>) {
  return <code {...props}>{useSiteAddress(children)}</code>;
}

function SectionHeading({ id, children }: ComponentProps<'h2'>) {
  return (
    <h2 id={id}>
      <HeadingLink id={id}>{children}</HeadingLink>
    </h2>
  );
}

function SubsectionHeading({ id, children }: ComponentProps<'h3'>) {
  return (
    <h3 id={id}>
      <HeadingLink id={id}>{children}</HeadingLink>
    </h3>
  );
}

function HeadingLink({ id, children }: ComponentProps<'a'>) {
  return (
    <a href={`#${id}`} className="docs-anchor">
      {children}
    </a>
  );
}

/** A wide table scrolls in its own box, and the page does not. */
function DocsTable(props: ComponentProps<'table'>) {
  return (
    <div
      className="docs-table"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: wide tables scroll, and the keyboard must reach them
      tabIndex={0}
    >
      <table {...props} />
    </div>
  );
}
