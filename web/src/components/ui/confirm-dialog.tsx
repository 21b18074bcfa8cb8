import { type ComponentType, useEffect, useState } from 'react';
import type { ConfirmDialogProps } from '#components/ui/loaded-confirm-dialog.tsx';

/** The dialog's machinery is no part of a first visit: it comes when something is to be confirmed. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const [Loaded, setLoaded] = useState<ComponentType<ConfirmDialogProps> | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const { isOpen } = props;

  useEffect(() => {
    if (!isOpen) return;
    loadConfirmDialog().then(({ LoadedConfirmDialog }) => setLoaded(() => LoadedConfirmDialog), setFailure);
  }, [isOpen]);

  // The nearest boundary says that a part did not load; a press without any effect would say nothing.
  if (failure) throw failure;
  return Loaded && <Loaded {...props} />;
}

/** Fetches the dialog ahead, where it may be needed at a moment that allows no waiting. */
export function loadConfirmDialog() {
  return import('#components/ui/loaded-confirm-dialog.tsx');
}
