import type { Price, Product } from '@inlet/contracts/billing';
import { planKeySchema } from '@inlet/contracts/plan-key';
import { useQueryClient } from '@tanstack/react-query';
import { billingKey } from '#features/billing/api/use-billing.ts';
import { earlyProCountKey } from '#features/billing/api/use-early-pro-count.ts';
import { useLeaving } from '#features/billing/api/use-leaving.ts';
import { useApi, useUser } from '#lib/services.tsx';

export interface Choice {
  readonly product: Product;
  readonly price: Price;
}

/** Opens the payment page of a plan. */
export function useCheckout() {
  const api = useApi();
  const user = useUser();
  const queryClient = useQueryClient();
  return useLeaving({
    request: ({ product, price }: Choice) => {
      const { origin } = window.location;
      const body = {
        priceId: price.id,
        userId: user.id,
        planType: planKeySchema.parse(product.metadata.plan_key),
        successUrl: `${origin}/payment/success?success=true`,
        cancelUrl: `${origin}/payment/canceled?canceled=true`,
      };
      return api.call('createCheckout', { body });
    },
    // Another person may have taken the last spot, or the page may have been closed.
    onError: () => {
      for (const queryKey of [earlyProCountKey, billingKey]) void queryClient.invalidateQueries({ queryKey });
    },
  });
}
