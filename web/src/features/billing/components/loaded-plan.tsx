import { Skeleton } from '#components/ui/skeleton.tsx';
import { useProducts } from '#features/billing/api/use-products.ts';
import { PlanFeatures } from '#features/billing/components/plan-features.tsx';
import { planLabel } from '#features/billing/plan-name.ts';

/** The name of a plan and its features. */
export function LoadedPlan({ plan }: { plan: string | null }) {
  const products = useProducts();
  const product = products.data?.find(({ metadata }) => metadata.plan_key === plan);
  return (
    <div>
      <h2 className="text-heading font-semibold">{planLabel(plan)}</h2>
      {products.isPending && <Skeleton className="mt-4 h-20 w-full" />}
      {products.isError && !products.data && <p className="mt-2 text-small text-muted">Failed to fetch products</p>}
      {product && <PlanFeatures product={product} className="mt-4" />}
    </div>
  );
}
