import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useRights } from '#lib/person/use-rights.ts';
import { useUser } from '#lib/services.tsx';

// The dialog weighs as much as the rest of a page, and few visits need it.
const UpgradeDialog = lazy(async () => ({
  default: (await import('#features/billing/components/upgrade-dialog.tsx')).UpgradeDialog,
}));

interface Upgrade {
  /** False in an installation that takes no payments, and for a role that buys nothing. */
  readonly isPossible: boolean;
  /** Opens the plans; `reason` explains an automatic opening. */
  readonly open: (reason: string | null) => void;
  /** The dialog, which may be anywhere on the page. */
  readonly dialog: ReactNode;
}

export function useUpgrade(title = 'Upgrade Plan'): Upgrade {
  const { needsSubscription } = useUser();
  const may = useRights();
  const [state, setState] = useState<{ isOpen: boolean; reason: string | null } | null>(null);
  return {
    isPossible: needsSubscription && may('billing:manage'),
    open: (reason) => setState({ isOpen: true, reason }),
    dialog: state && (
      <Suspense>
        <UpgradeDialog {...state} title={title} onClose={() => setState({ ...state, isOpen: false })} />
      </Suspense>
    ),
  };
}
