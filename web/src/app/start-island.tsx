import type { ComponentType } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { IslandRoot } from '#app/island-root.tsx';
import { readSite } from '#app/read-site.ts';

/** Hydrates the content that the build wrote into an island; resolves when the island handles events. */
export function startIsland(element: HTMLElement, Component: ComponentType): Promise<void> {
  return new Promise((resolve) => {
    const root = <IslandRoot site={readSite(document)} Component={Component} onAlive={resolve} />;
    const options = { identifierPrefix: element.dataset.island ?? '' };
    if (element.hasChildNodes()) hydrateRoot(element, root, options);
    else createRoot(element, options).render(root);
  });
}
