import type { Site } from '@inlet/contracts/site';
import { type ComponentType, StrictMode, useEffect } from 'react';
import { SiteProvider } from '#lib/site.tsx';

interface IslandRootProps {
  readonly site: Site;
  readonly Component: ComponentType;
  /** Called after hydration; never during the build. */
  readonly onAlive?: () => void;
}

/** All of one island, the same when it is built and when React takes it over. */
export function IslandRoot({ site, Component, onAlive }: IslandRootProps) {
  useEffect(() => onAlive?.(), [onAlive]);
  return (
    <StrictMode>
      <SiteProvider site={site}>
        <Component />
      </SiteProvider>
    </StrictMode>
  );
}
