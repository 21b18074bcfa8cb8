import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { ConfirmDialog, loadConfirmDialog } from '#components/ui/confirm-dialog.tsx';

interface LeaveGuardProps {
  /** Unsaved changes would be lost. */
  readonly isUnsaved: boolean;
  /** The same, while a request is in progress. */
  readonly hasChanged: boolean;
}

/** Asks before unsaved text is lost: with a dialog within the app, with the browser's own otherwise. */
export function LeaveGuard({ isUnsaved, hasChanged }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (!hasChanged) return;
    loadConfirmDialog().catch(() => undefined);
    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', onBeforeUnload);
    return () => window.removeEventListener('beforeunload', onBeforeUnload);
  }, [hasChanged]);

  return (
    <ConfirmDialog
      isOpen={blocker.state === 'blocked'}
      title="Leave without saving?"
      confirmLabel="Leave without saving"
      isWorking={false}
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      Your latest changes are not saved yet.
    </ConfirmDialog>
  );
}
