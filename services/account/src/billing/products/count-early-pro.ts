import type { EarlyProCount } from '@inlet/contracts/billing';
import { countSpots } from '#billing/products/spots.store.ts';
import type { Resources } from '#resources.ts';

/** The number of Early Pro spots that are taken, and that are left. */
export async function countEarlyPro({ database }: Pick<Resources, 'database'>): Promise<EarlyProCount> {
  const { taken, all } = await countSpots(database.pool, 'early_pro');
  return { count: taken, available: all - taken };
}
