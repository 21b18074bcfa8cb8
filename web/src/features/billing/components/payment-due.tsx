import { lazy, Suspense } from 'react';
import { useBilling } from '#features/billing/api/use-billing.ts';

// Few people see this.
const PaymentDueNotice = lazy(async () => ({
  default: (await import('#features/billing/components/payment-due-notice.tsx')).PaymentDueNotice,
}));

interface PaymentDueProps {
  readonly isOpening: boolean;
  readonly onManage: () => void;
}

/** Shown while a renewal is not paid; hidden if billing cannot be read. */
export function PaymentDue(props: PaymentDueProps) {
  const dueBy = useBilling().data?.paymentDueBy;
  if (!dueBy) return null;
  return (
    <Suspense>
      <PaymentDueNotice {...props} dueBy={dueBy} />
    </Suspense>
  );
}
