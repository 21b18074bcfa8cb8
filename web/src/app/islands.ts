import type { ComponentType } from 'react';
import type { IslandName } from '#components/site/island.tsx';

/** Every part of a public page that runs on React, each a chunk of its own. */
export const islands: Readonly<Record<IslandName, () => Promise<ComponentType>>> = {
  demo: async () => (await import('#features/landing/demo/demo.tsx')).Demo,
  'docs-search': async () => (await import('#features/docs/components/docs-search.tsx')).DocsSearch,
  // Buying needs the session and its modules; strangers do not need them.
  'member-offer': async () => (await import('#routes/public/member-offer.tsx')).MemberOffer,
};
