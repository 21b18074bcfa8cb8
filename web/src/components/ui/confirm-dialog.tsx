import { type ComponentType, useEffect, useState } from 'react';
import type { ConfirmDialogProps } from '#components/ui/loaded-confirm-dialog.tsx';

/** The dialog is loaded on demand to keep the first visit small. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const [Loaded, setLoaded] = useState<ComponentType<ConfirmDialogProps> | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const { isOpen } = props;

  useEffect(() => {
    if (!isOpen) return;
    loadConfirmDialog().then(({ LoadedConfirmDialog }) => setLoaded(() => LoadedConfirmDialog), setFailure);
  }, [isOpen]);

  // The nearest boundary reports a chunk that did not load.
  if (failure) throw failure;
  return Loaded && <Loaded {...props} />;
}

/** Fetches the dialog in advance, for a moment that does not allow waiting. */
export function loadConfirmDialog() {
  return import('#components/ui/loaded-confirm-dialog.tsx');
}
