import type { Site } from '@inlet/contracts/site';
import { type ComponentType, StrictMode, useEffect } from 'react';
import { SiteProvider } from '#lib/site.tsx';

interface IslandRootProps {
  readonly site: Site;
  readonly Component: ComponentType;
  /** Called after hydration; never during the build. */
  readonly onAlive?: () => void;
}

/** The whole tree of one island, the same in the build and after hydration. */
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
