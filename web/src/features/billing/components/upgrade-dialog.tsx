import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useBilling } from '#features/billing/api/use-billing.ts';
import type { Choice } from '#features/billing/api/use-checkout.ts';
import { ChangePreview } from '#features/billing/components/change-preview.tsx';
import { PlanCards } from '#features/billing/components/plan-cards.tsx';
import { planLabel } from '#features/billing/plan-name.ts';
import { useUser } from '#lib/services.tsx';

interface UpgradeDialogProps {
  readonly isOpen: boolean;
  readonly title: string;
  /** The reason for an automatic opening. */
  readonly reason: string | null;
  readonly onClose: () => void;
}

/** The plans, for people who have a plan; a chosen plan is shown with its cost before anything changes. */
export function UpgradeDialog({ isOpen, title, reason, onClose }: UpgradeDialogProps) {
  const [step, setStep] = useState<Choice | 'plans' | 'done'>('plans');
  const close = () => {
    onClose();
    setStep('plans');
  };
  return (
    <Dialog isOpen={isOpen} onClose={close} title={title}>
      {step === 'plans' && <Plans reason={reason} onChoose={setStep} />}
      {step === 'done' && <Done onClose={close} />}
      {typeof step === 'object' && (
        <ChangePreview choice={step} onBack={() => setStep('plans')} onDone={() => setStep('done')} />
      )}
    </Dialog>
  );
}

function Plans({ reason, onChoose }: { reason: string | null; onChoose: (choice: Choice) => void }) {
  const user = useUser();
  const currentPriceId = useBilling().data?.priceId ?? null;
  return (
    <div className="grid grid-cols-1 gap-4">
      {reason && <Notice tone="danger">{reason}</Notice>}
      <PlanCards
        buyer={{ currentPlan: user.plan, currentPriceId, isInvited: user.isInvited, openCheckout: null }}
        buyingPriceId={null}
        onBuy={onChoose}
      />
      <p className="text-center text-small text-balance text-muted">
        All plans include a 30-day money-back guarantee and can be cancelled anytime.
      </p>
    </div>
  );
}

function Done({ onClose }: { onClose: () => void }) {
  const { plan } = useUser();
  return (
    <div className="grid gap-4">
      <Notice tone="success">Your plan is {planLabel(plan)} now. We mailed you a confirmation.</Notice>
      <Button variant="primary" onClick={onClose} className="sm:justify-self-end">
        Done
      </Button>
    </div>
  );
}
