import type { ReactNode } from 'react';
import { lastChanged } from '#features/legal/last-changed.ts';

interface LegalDocumentProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A document of numbered articles, laid out for reading and printing. */
export function LegalDocument({ title, children }: LegalDocumentProps) {
  return (
    <article className="mx-auto max-w-[44rem] px-4 pt-14 sm:px-6 sm:pt-20">
      <h1 className="text-display font-semibold text-balance">{title}</h1>
      <p className="mt-3 text-small text-muted">Last changed on {lastChanged}</p>
      <div className="mt-10 grid gap-10">{children}</div>
    </article>
  );
}

export function Article({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="grid gap-4 text-pretty">
      <h2 id={id} className="scroll-mt-20 text-heading font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}

export function Points({ children }: { children: ReactNode }) {
  return <ul className="grid list-disc gap-2 pl-5 marker:text-muted">{children}</ul>;
}

export function LegalLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className="underline underline-offset-4 hover:text-accent">
      {children}
    </a>
  );
}
