import type { Site } from '@inlet/contracts/site';
import type { ComponentType } from 'react';
import { SiteLayout } from '#components/site/site-layout.tsx';
import { SiteProvider } from '#lib/site.tsx';
import { useSignedInHere } from '#lib/use-signed-in-here.ts';

interface PublicAppProps {
  readonly path: string;
  readonly site: Site;
  readonly Component: ComponentType;
}

/** One public page, the same when it is built and when it is hydrated. */
export function PublicApp({ path, site, Component }: PublicAppProps) {
  const isSignedIn = useSignedInHere();
  return (
    <SiteProvider site={site}>
      <SiteLayout path={path} isSignedIn={isSignedIn}>
        <Component />
      </SiteLayout>
    </SiteProvider>
  );
}
