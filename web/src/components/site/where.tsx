import { partTokens, type SitePart } from '@inlet/contracts/site';
import type { ReactNode } from 'react';

/** A part of a public page that the gateway shows only in installations to which it applies. */
export function Where({ part, children }: { part: SitePart; children: ReactNode }) {
  const { start, end } = partTokens(part);
  return (
    <>
      {start}
      {children}
      {end}
    </>
  );
}
