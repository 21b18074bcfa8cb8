import type { Target } from '@inlet/contracts/targets';
import { titleOf } from '#features/integrations/offers.ts';

/** Where an integration delivers to, without the service where its name says it already. */
export function whereOf({ name, kind, url }: Target): string {
  const [title, address] = [titleOf(kind), url.replace('https://', '')];
  return name === title ? address : `${title} · ${address}`;
}
