import { Navigate, useSearchParams } from 'react-router-dom';
import { Button } from '#components/ui/button.tsx';
import { ButtonLink } from '#components/ui/button-link.tsx';
import { Card } from '#components/ui/card.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { usePaymentOutcome } from '#features/billing/api/use-payment-outcome.ts';
import { LoadedPlan } from '#features/billing/components/loaded-plan.tsx';
import { useUser } from '#lib/services.tsx';
import { PaymentFrame } from '#routes/payment/payment-frame.tsx';

export function PaymentSuccessPage() {
  const [query] = useSearchParams();
  if (query.get('success') !== 'true') return <Navigate to="/dashboard" replace />;
  return <PaymentResult />;
}

function PaymentResult() {
  const { outcome, askAgain } = usePaymentOutcome();
  if (outcome === 'paid') return <Paid />;
  if (outcome === 'unknown') return <NotKnown onAskAgain={askAgain} />;
  return (
    <PaymentFrame title="Processing Your Payment">
      <div className="mt-6 flex items-start gap-3 text-muted">
        <span className="mt-1">
          <Spinner label="Waiting" />
        </span>
        <p role="status">
          {outcome === 'late'
            ? 'Our payment provider has not told us of your payment yet. This can take up to half a minute; we keep asking.'
            : 'This takes a few seconds.'}
        </p>
      </div>
    </PaymentFrame>
  );
}

function Paid() {
  const { plan } = useUser();
  return (
    <PaymentFrame title="Payment Successful">
      <p role="status" className="mt-1 text-muted">
        Thank you. Your subscription is active.
      </p>
      <Card className="my-6 p-4 sm:p-6">
        <LoadedPlan plan={plan} />
      </Card>
      <ButtonLink to="/dashboard" variant="primary">
        Go to Dashboard
      </ButtonLink>
    </PaymentFrame>
  );
}

function NotKnown({ onAskAgain }: { onAskAgain: () => void }) {
  return (
    <PaymentFrame title="Your payment is not confirmed yet">
      <p role="status" className="mt-1 mb-6 text-muted">
        We still have no news of it. If you have paid, nothing is lost: your plan opens by itself as soon as the payment
        is confirmed. You do not have to pay again.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onClick={onAskAgain}>
          Check again
        </Button>
        <ButtonLink to="/dashboard">Back to Dashboard</ButtonLink>
      </div>
    </PaymentFrame>
  );
}
