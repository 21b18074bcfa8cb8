import { ProductShot } from '#features/landing/components/product-shot.tsx';

export function Overview() {
  return (
    <section aria-labelledby="overview" className="mx-auto max-w-[72rem] px-4 pt-24 sm:px-6">
      <h2 id="overview" className="text-title font-semibold">
        Every form in one place
      </h2>
      <p className="mt-2 mb-8 max-w-[38rem] text-pretty text-muted">
        How much of your limits is used, which forms receive, and what came in last. You are warned at 80%.
      </p>
      <ProductShot
        name="dashboard"
        alt="The dashboard: forms and submissions of the month against the plan’s limits, submissions by day, and the newest ones"
      />
    </section>
  );
}
