import { Navigate, useSearchParams } from 'react-router-dom';
import { ButtonLink } from '#components/ui/button-link.tsx';
import { PaymentFrame } from '#routes/payment-frame.tsx';

export function PaymentCanceledPage() {
  const [query] = useSearchParams();
  if (query.get('canceled') !== 'true') return <Navigate to="/dashboard" replace />;
  return (
    <PaymentFrame title="Payment Canceled">
      <p className="mt-1 mb-6 text-muted">You left before paying. Nothing was charged.</p>
      <div className="flex flex-wrap gap-2">
        <ButtonLink to="/pricing" variant="primary">
          Try Again
        </ButtonLink>
        <ButtonLink to="/dashboard">Back to Dashboard</ButtonLink>
      </div>
    </PaymentFrame>
  );
}
