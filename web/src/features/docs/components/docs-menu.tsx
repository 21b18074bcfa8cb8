import { type DocsPage, docsGroups } from '#features/docs/docs-pages.ts';

interface DocsMenuProps {
  /** A page has the menu twice, for wide and for narrow screens, each with its own name. */
  readonly label: string;
  readonly current: DocsPage;
}

/** The list of all pages; the current page is marked. */
export function DocsMenu({ label, current }: DocsMenuProps) {
  return (
    <nav aria-label={label} className="grid gap-6">
      {docsGroups.map(({ name, pages }) => (
        <section key={name}>
          <h2 className="mb-1 px-3 text-caption font-semibold text-ink">{name}</h2>
          <ul>
            {pages.map((page) => (
              <li key={page.path}>
                <a
                  href={page.path}
                  aria-current={page === current ? 'page' : undefined}
                  className="flex min-h-11 items-center rounded-medium px-3 py-1.5 text-small text-muted transition-tint hover:bg-hover hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent lg:min-h-8"
                >
                  {page.title}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}
