import { classNames } from '#components/ui/class-names.ts';
import type { DocsHeading } from '#features/docs/load-docs-page.ts';

/** The sections of a page, for screens with space beside it. */
export function OnThisPage({ headings }: { headings: readonly DocsHeading[] }) {
  if (headings.length < 2) return null;
  return (
    <nav aria-label="On this page">
      <h2 className="mb-2 text-caption font-semibold text-ink">On this page</h2>
      <ul className="border-line border-l">
        {headings.map(({ id, depth, heading }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className={classNames(
                '-ml-px block border-transparent border-l py-1 text-muted transition-tint wrap-anywhere hover:border-accent hover:text-ink',
                depth === 2 ? 'pl-4 text-small' : 'pl-7 text-caption',
              )}
            >
              {heading}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
