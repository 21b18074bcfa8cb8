import type { Target } from '@inlet/contracts/targets';
import { titleOf } from '#features/integrations/offers.ts';

/** The receiver of an integration, without the service if the name already contains it. */
export function whereOf({ name, kind, url }: Target): string {
  const [title, address] = [titleOf(kind), url.replace('https://', '')];
  return name === title ? address : `${title} · ${address}`;
}
