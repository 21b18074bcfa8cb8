import { Dialog } from '#components/ui/dialog.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { usePortal } from '#features/billing/api/use-portal.ts';
import { PlanCards } from '#features/billing/components/plan-cards.tsx';
import { PortalFailure } from '#features/billing/components/portal-failure.tsx';
import { useUser } from '#lib/services.tsx';

interface UpgradeDialogProps {
  readonly isOpen: boolean;
  /** The reason for an automatic opening. */
  readonly reason: string | null;
  readonly onClose: () => void;
}

/** The plans, for people who have one: they change it in the billing portal. */
export function UpgradeDialog({ isOpen, reason, onClose }: UpgradeDialogProps) {
  const user = useUser();
  const { leave, error, isLeaving } = usePortal();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Upgrade Plan">
      <div className="grid grid-cols-1 gap-4">
        {reason && <Notice tone="danger">{reason}</Notice>}
        {error && <PortalFailure error={error} />}
        <PlanCards
          buyer={{ currentPlan: user.plan, isInvited: user.isInvited, openCheckout: null }}
          buyingPriceId={null}
          onBuy={() => isLeaving || leave()}
        />
        <p className="text-center text-small text-balance text-muted">
          All plans include a 30-day money-back guarantee and can be cancelled anytime.
        </p>
      </div>
    </Dialog>
  );
}
