import type { EarlyProCount, Product } from '@inlet/contracts/billing';
import { readCount, readProducts } from '#features/pricing/api/read-answers.ts';
import { type Remote, useRemote } from '#features/pricing/api/use-remote.ts';

export interface Offer {
  /** Everything that is sold, as the service lists it. */
  readonly products: Remote<readonly Product[]>;
  /** The spots of early pro. */
  readonly spots: Remote<EarlyProCount>;
}

export function useOffer(): Offer {
  return {
    products: useRemote('/api/products', readProducts),
    spots: useRemote('/api/payment/early-pro-count', readCount),
  };
}

export function earlyProOf({ products }: Offer): Product | null {
  return products.value?.find(({ metadata }) => metadata.plan_key === 'early_pro') ?? null;
}
