import type { EarlyProCount } from '@inlet/contracts/billing';
import { countSpots } from '#billing/products/spots.store.ts';
import type { Resources } from '#resources.ts';

/** How many spots of Early Pro are taken, and how many are left. */
export async function countEarlyPro({ database }: Pick<Resources, 'database'>): Promise<EarlyProCount> {
  const { taken, all } = await countSpots(database.pool, 'early_pro');
  return { count: taken, available: all - taken };
}
