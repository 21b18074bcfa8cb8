import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { ConfirmDialog, loadConfirmDialog } from '#components/ui/confirm-dialog.tsx';

interface LeaveGuardProps {
  /** Unsaved changes would be lost. */
  readonly isUnsaved: boolean;
  /** The same, while a request is in progress. */
  readonly hasChanged: boolean;
  readonly title?: string;
  readonly confirmLabel?: string;
  /** What the person would lose. */
  readonly text?: string;
}

/** Asks before unsaved text is lost: with a dialog within the app, with the browser's own otherwise. */
export function LeaveGuard({
  isUnsaved,
  hasChanged,
  title = 'Leave without saving?',
  confirmLabel = 'Leave without saving',
  text = 'Your latest changes are not saved yet.',
}: LeaveGuardProps) {
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
      title={title}
      confirmLabel={confirmLabel}
      isWorking={false}
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      {text}
    </ConfirmDialog>
  );
}
