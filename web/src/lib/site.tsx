import type { Site } from '@inlet/contracts/site';
import { createContext, type ReactNode, useContext } from 'react';

const SiteContext = createContext<Site | null>(null);

export function SiteProvider({ site, children }: { site: Site; children: ReactNode }) {
  return <SiteContext value={site}>{children}</SiteContext>;
}

/** The public details of this installation and its operator. */
export function useSite(): Site {
  const site = useContext(SiteContext);
  if (!site) throw new Error('SiteProvider is missing above this component');
  return site;
}
