import { Navigate, useSearchParams } from 'react-router-dom';
import { Button } from '#components/ui/button.tsx';
import { ButtonLink } from '#components/ui/button-link.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useOpenCheckout } from '#features/billing/api/use-open-checkout.ts';
import { checkoutFailure } from '#features/billing/checkout-failure.ts';
import { formatTime } from '#lib/dates.ts';
import { PaymentFrame } from '#routes/payment/payment-frame.tsx';

export function PaymentCanceledPage() {
  const [query] = useSearchParams();
  if (query.get('canceled') !== 'true') return <Navigate to="/dashboard" replace />;
  return <Canceled />;
}

function Canceled() {
  const { expiresAt, goOn, error, isLeaving } = useOpenCheckout();
  return (
    <PaymentFrame title="Payment Canceled">
      <p className="mt-1 mb-6 text-muted">
        You left before paying. Nothing was charged.
        {expiresAt && ` Your payment page stays open until ${formatTime(expiresAt)}.`}
      </p>
      {error && (
        <div className="mb-6">
          <Notice tone="danger">{checkoutFailure(error)}</Notice>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        {goOn && (
          <Button variant="primary" isLoading={isLeaving} onClick={goOn}>
            Continue to Payment
          </Button>
        )}
        <ButtonLink to="/pricing" variant={goOn ? 'secondary' : 'primary'}>
          Try Again
        </ButtonLink>
        <ButtonLink to="/dashboard">Back to Dashboard</ButtonLink>
      </div>
    </PaymentFrame>
  );
}
