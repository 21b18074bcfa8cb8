import type { ComponentType } from 'react';
import type { IslandName } from '#components/site/island.tsx';

/** Every part of a public page that runs on React; each is a separate chunk. */
export const islands: Readonly<Record<IslandName, () => Promise<ComponentType>>> = {
  demo: async () => (await import('#features/landing/demo/demo.tsx')).Demo,
  'docs-search': async () => (await import('#features/docs/components/docs-search.tsx')).DocsSearch,
  // Only members can buy, and buying needs the session and its modules.
  'member-offer': async () => (await import('#routes/public/member-offer.tsx')).MemberOffer,
};
