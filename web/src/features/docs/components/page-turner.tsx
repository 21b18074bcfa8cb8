import ArrowLeft from 'virtual:lucide/arrow-left';
import ArrowRight from 'virtual:lucide/arrow-right';
import { type DocsPage, docsPages } from '#features/docs/docs-pages.ts';

/** The pages before and after this one. */
export function PageTurner({ page }: { page: DocsPage }) {
  const index = docsPages.indexOf(page);
  const [before, after] = [docsPages[index - 1], docsPages[index + 1]];
  return (
    <nav aria-label="Pages before and after" className="mt-16 grid gap-3 border-line border-t pt-6 sm:grid-cols-2">
      {before && (
        <a href={before.path} rel="prev" className={`${linkClass} sm:col-start-1`}>
          <ArrowLeft aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
          <span className="min-w-0">
            <span className="block text-caption text-muted">Previous</span>
            <span className="block text-small font-medium text-ink">{before.title}</span>
          </span>
        </a>
      )}
      {after && (
        <a href={after.path} rel="next" className={`${linkClass} justify-end text-right sm:col-start-2`}>
          <span className="min-w-0">
            <span className="block text-caption text-muted">Next</span>
            <span className="block text-small font-medium text-ink">{after.title}</span>
          </span>
          <ArrowRight aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
        </a>
      )}
    </nav>
  );
}

const linkClass =
  'flex items-center gap-3 rounded-large border border-line bg-surface px-4 py-3 text-muted transition-tint hover:border-line-strong hover:text-ink';
