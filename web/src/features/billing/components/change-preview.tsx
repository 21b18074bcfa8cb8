import type { ChangePreview as Preview, Price } from '@inlet/contracts/billing';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { useCancellation, useChangePlan, useChangePreview } from '#features/billing/api/use-change.ts';
import type { Choice } from '#features/billing/api/use-checkout.ts';
import { usePlanUsage } from '#features/billing/api/use-plan-usage.ts';
import { usePortal } from '#features/billing/api/use-portal.ts';
import { changeConsequences } from '#features/billing/change-consequences.ts';
import { planLabel } from '#features/billing/plan-name.ts';
import { formatSigned, priceWords } from '#features/billing/prices.ts';
import { withOurDates } from '#features/billing/with-our-dates.ts';
import { formatDate } from '#lib/dates.ts';
import { ApiError, failureMessage } from '#lib/http.ts';
import { useUser } from '#lib/services.tsx';

interface ChangePreviewProps {
  readonly choice: Choice;
  readonly onBack: () => void;
  readonly onDone: () => void;
}

/** The cost of a change and its consequences, before it is made. */
export function ChangePreview({ choice, onBack, onDone }: ChangePreviewProps) {
  const { product, price } = choice;
  const { plan } = useUser();
  const usage = usePlanUsage().data;
  const preview = useChangePreview(price.id);
  const change = useChangePlan();
  const consequences = changeConsequences(plan, product.metadata.plan_key, usage);

  function confirm(shown: Preview) {
    // A second attempt is a new calculation: Stripe returns the same response to a repeated request.
    const onError = () => void preview.refetch();
    change.mutate({ priceId: price.id, prorationAt: shown.prorationAt }, { onSuccess: onDone, onError });
  }

  return (
    <section aria-labelledby="change" className="grid gap-4">
      <h3 id="change" className="text-heading font-semibold">
        {planLabel(product.metadata.plan_key)} for {priceWords(price)}
      </h3>
      {change.error && <ChangeFailure error={change.error} />}
      {preview.isPending && <Skeleton className="h-40 w-full" />}
      {preview.error && !preview.data && (
        <ChangeFailure error={preview.error} onResolved={() => void preview.refetch()} />
      )}
      {preview.data && <Amounts preview={preview.data} price={price} />}
      {consequences.length > 0 && (
        <ul className="grid list-disc gap-1 pl-5 text-small text-muted">
          {consequences.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button onClick={onBack}>Back</Button>
        {preview.data && (
          <Button
            variant="primary"
            isLoading={change.isPending || preview.isFetching}
            onClick={() => preview.data && confirm(preview.data)}
          >
            {preview.data.dueNow > 0
              ? `Pay ${formatSigned(preview.data.dueNow, preview.data.currency)} and Change Plan`
              : 'Change Plan'}
          </Button>
        )}
      </div>
    </section>
  );
}

function Amounts({ preview, price }: { preview: Preview; price: Price }) {
  const { lines, currency, creditBefore, creditAfter, dueNow, renewsAt } = preview;
  const money = (amount: number) => formatSigned(amount, currency);
  return (
    <div className="rounded-medium border border-line p-4">
      <dl className="grid gap-2 text-small">
        {lines.map(({ description, amount }) => (
          <Line key={`${description} ${amount}`} name={withOurDates(description)} amount={money(amount)} />
        ))}
        {creditBefore > 0 && <Line name="Credit from before" amount={money(-creditBefore)} />}
        <div className="mt-1 flex justify-between gap-4 border-line border-t pt-3 font-semibold">
          <dt>Due now</dt>
          <dd className="tabular-nums">{money(dueNow)}</dd>
        </div>
        {creditAfter > 0 && <Line name="Credit for your next invoices" amount={money(creditAfter)} />}
      </dl>
      <p className="mt-3 text-small text-muted">
        Renews on {formatDate(renewsAt)} for {priceWords(price)}. The change takes effect at once.
      </p>
    </div>
  );
}

function Line({ name, amount }: { name: string; amount: string }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="min-w-0 text-muted">{name}</dt>
      <dd className="shrink-0 tabular-nums">{amount}</dd>
    </div>
  );
}

/** The reason why the plan cannot be changed, with the way out. */
function ChangeFailure({ error, onResolved }: { error: Error; onResolved?: () => void }) {
  const code = error instanceof ApiError ? error.code : null;
  const portal = usePortal();
  const cancellation = useCancellation();
  const action = () => {
    if (code === 'subscription_ends') {
      return (
        <Button
          isLoading={cancellation.isPending}
          onClick={() => cancellation.mutate('resume', onResolved && { onSuccess: onResolved })}
        >
          Resume Subscription
        </Button>
      );
    }
    if (code === 'payment_due' || code === 'payment_failed') {
      return (
        <Button isLoading={portal.isLeaving} onClick={() => portal.leave()}>
          Manage Billing
        </Button>
      );
    }
    return null;
  };
  return (
    <Notice tone="danger" action={action()}>
      {failureMessage(cancellation.error ?? portal.error ?? error)}
    </Notice>
  );
}
