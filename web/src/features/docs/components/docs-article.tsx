import ChevronDown from 'virtual:lucide/chevron-down';
import { Island } from '#components/site/island.tsx';
import { docsElements } from '#features/docs/components/docs-elements.tsx';
import { DocsMenu } from '#features/docs/components/docs-menu.tsx';
import { OnThisPage } from '#features/docs/components/on-this-page.tsx';
import { PageTurner } from '#features/docs/components/page-turner.tsx';
import type { DocsPage } from '#features/docs/docs-pages.ts';
import type { DocsContent } from '#features/docs/load-docs-page.ts';

interface DocsArticleProps {
  readonly page: DocsPage;
  readonly content: DocsContent;
}

/** A page between the menu and its table of contents; on small screens the menu folds away above it. */
export function DocsArticle({ page, content: { default: Content, headings } }: DocsArticleProps) {
  return (
    <div className="mx-auto grid max-w-[72rem] grid-cols-[minmax(0,1fr)] gap-x-10 px-4 sm:px-6 lg:grid-cols-[13rem_minmax(0,1fr)] xl:grid-cols-[13rem_minmax(0,1fr)_11rem]">
      <div className="pt-4 lg:sticky lg:top-14 lg:z-10 lg:flex lg:max-h-[calc(100dvh-3.5rem)] lg:flex-col lg:self-start lg:pt-8">
        <Island name="docs-search" when="touched" className="noscript:hidden" />
        <FoldedMenu current={page} />
        <div className="-mx-1 mt-6 hidden min-h-0 overflow-y-auto px-1 pb-8 lg:block">
          <DocsMenu label="Documentation" current={page} />
        </div>
      </div>
      <article className="docs-article min-w-0 max-w-[46rem] pt-6 pb-16 lg:pt-8">
        <header className="mb-8">
          <h1 className="text-title font-semibold text-balance">{page.title}</h1>
          <p className="mt-2 text-heading text-muted">{page.description}</p>
        </header>
        <Content components={docsElements} />
        <PageTurner page={page} />
      </article>
      <div className="hidden pt-8 xl:sticky xl:top-14 xl:block xl:max-h-[calc(100dvh-3.5rem)] xl:self-start xl:overflow-y-auto xl:pb-8">
        <OnThisPage headings={headings} />
      </div>
    </div>
  );
}

function FoldedMenu({ current }: { current: DocsPage }) {
  return (
    <details className="group mt-3 rounded-large border border-line bg-surface lg:hidden">
      <summary className="flex min-h-11 cursor-pointer items-center justify-between px-4 text-small font-medium">
        All pages
        <ChevronDown
          aria-hidden
          size={16}
          strokeWidth={1.75}
          className="text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="border-line border-t p-3">
        <DocsMenu label="All pages" current={current} />
      </div>
    </details>
  );
}
