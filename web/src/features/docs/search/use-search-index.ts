import { useCallback, useState } from 'react';
import type { DocsSection } from '#features/docs/search/find-sections.ts';

/** The index; null until it is requested and loaded. */
export function useSearchIndex(): { readonly index: readonly DocsSection[] | null; readonly load: () => void } {
  const [index, setIndex] = useState<readonly DocsSection[] | null>(null);
  const load = useCallback(() => {
    // Without a network nothing can be found; the next focus of the box tries again.
    import('#features/docs/search/search-index.ts').then(
      ({ searchIndex }) => setIndex(searchIndex),
      () => undefined,
    );
  }, []);
  return { index, load };
}
