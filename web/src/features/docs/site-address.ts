import type { ReactNode } from 'react';
import { mapText } from '#features/docs/sample-text.ts';
import { useSite } from '#lib/site.tsx';

/** The placeholder for the address of the installation. */
const exampleAddress = 'https://inlet.example';

/** The same elements with the address of this installation instead of the placeholder. */
export function useSiteAddress(node: ReactNode): ReactNode {
  const { publicUrl } = useSite();
  return mapText(node, (text) => text.replaceAll(exampleAddress, publicUrl));
}
