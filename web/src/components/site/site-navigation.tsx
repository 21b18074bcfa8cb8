import { AnchorButton } from '#components/site/anchor-button.tsx';
import { EntranceButton } from '#components/site/entrance-button.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { Wordmark } from '#components/ui/wordmark.tsx';
import { useSite } from '#lib/site.tsx';

const links = [
  { href: '/docs', label: 'Docs', sellsPlans: false },
  { href: '/pricing', label: 'Pricing', sellsPlans: true },
] as const;

/** Contains the links of visitors and those of members; `before-paint.js` decides which links to show. */
export function SiteNavigation({ path }: { path: string }) {
  const site = useSite();
  const shown = links.filter(({ sellsPlans }) => site.sellsPlans || !sellsPlans);
  return (
    <header className="sticky top-0 z-20 border-line border-b bg-canvas">
      <div className="mx-auto flex h-14 max-w-[72rem] items-center gap-1 px-4 sm:gap-2 sm:px-6">
        <a href="/" aria-label="Inlet, home" className="mr-1 rounded-medium py-2.5 sm:mr-4">
          <Wordmark />
        </a>
        <nav aria-label="Main" className="flex items-center">
          {shown.map(({ href, label }) => (
            <a
              key={href}
              href={href}
              aria-current={path === href ? 'page' : undefined}
              className={linkClass(path, href)}
            >
              {label}
            </a>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-2">
          <AnchorButton href="/dashboard" variant="primary" className="not-member:hidden">
            Dashboard
          </AnchorButton>
          <a href="/auth" className={classNames(linkClass(path, '/auth'), 'member:hidden')}>
            Sign in
          </a>
          <EntranceButton leadsToSignIn={false} className="max-sm:hidden member:hidden" />
        </div>
      </div>
    </header>
  );
}

function linkClass(path: string, href: string): string {
  const isWithin = path === href || path.startsWith(`${href}/`);
  return classNames(
    'inline-flex min-h-11 items-center rounded-medium px-3 text-small font-medium transition-tint hover:bg-hover hover:text-ink sm:min-h-9',
    isWithin ? 'text-ink' : 'text-muted',
  );
}
