import type { ReactNode } from 'react';
import { CopySample } from '#components/site/copy-sample.tsx';
import { useSiteAddress } from '#features/docs/site-address.ts';

interface CodeSampleProps {
  readonly title?: string;
  readonly 'data-language'?: string;
  readonly children?: ReactNode;
}

const languageNames: Readonly<Record<string, string>> = {
  css: 'CSS',
  html: 'HTML',
  http: 'HTTP',
  js: 'JavaScript',
  json: 'JSON',
  jsx: 'JSX',
  php: 'PHP',
  sh: 'Terminal',
  text: 'Text',
  ts: 'TypeScript',
};

/** Code with a title and a copy button; its addresses are the addresses of this installation. */
export function CodeSample({ title, 'data-language': language = 'text', children }: CodeSampleProps) {
  const name = title ?? languageNames[language] ?? language;
  return (
    <figure data-sample className="docs-sample">
      <figcaption className="flex items-center justify-between border-line border-b py-0.5 pr-0.5 pl-4">
        <span className="py-2.5 text-caption font-medium text-muted sm:py-2">{name}</span>
        <CopySample label="Copy" />
      </figcaption>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, and the keyboard must reach them
        tabIndex={0}
      >
        {useSiteAddress(children)}
      </pre>
    </figure>
  );
}
