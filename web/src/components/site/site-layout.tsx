import type { ReactNode } from 'react';
import { SiteFooter } from '#components/site/site-footer.tsx';
import { SiteNavigation } from '#components/site/site-navigation.tsx';

interface SiteLayoutProps {
  readonly path: string;
  readonly children: ReactNode;
}

/** The frame of every public page. */
export function SiteLayout({ path, children }: SiteLayoutProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#main" className={skipClass}>
        Skip to content
      </a>
      <SiteNavigation path={path} />
      <main id="main" tabIndex={-1} className="grow">
        {children}
      </main>
      <SiteFooter />
    </div>
  );
}

const skipClass =
  'absolute top-2 left-4 z-30 -translate-y-16 rounded-medium bg-accent px-4 py-2 text-small font-medium text-on-accent focus:translate-y-0';
