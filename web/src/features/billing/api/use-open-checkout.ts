import { useBilling } from '#features/billing/api/use-billing.ts';
import { type Choice, useCheckout } from '#features/billing/api/use-checkout.ts';
import { useProducts } from '#features/billing/api/use-products.ts';

/** Leads back to a payment page that is still open; `goOn` is null without such a page. */
export function useOpenCheckout() {
  const openCheckout = useBilling().data?.openCheckout;
  const products = useProducts().data ?? [];
  const { leave, error, isLeaving } = useCheckout();
  const choices: Choice[] = products.flatMap((product) => product.prices.map((price) => ({ product, price })));
  const choice = choices.find(({ price }) => price.id === openCheckout?.priceId);
  return {
    expiresAt: choice && openCheckout?.expiresAt,
    goOn: choice ? () => leave(choice) : null,
    error,
    isLeaving,
  };
}
