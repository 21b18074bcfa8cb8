import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { FormEvent, ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';

export interface ConfirmDialogProps {
  readonly isOpen: boolean;
  readonly title: string;
  /** The consequence of the action. */
  readonly children: ReactNode;
  /** Fields that the action requires. */
  readonly fields?: ReactNode;
  readonly confirmLabel: string;
  /** The label of the cancel button if `Cancel` could be read as the action itself. */
  readonly dismissLabel?: string;
  readonly isWorking: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before an action that cannot be undone. A press outside does not close it; Esc and Cancel do. */
export function LoadedConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, title, children, fields, confirmLabel, isWorking, onConfirm, onClose } = props;
  const { dismissLabel = 'Cancel' } = props;

  function submit(event: FormEvent) {
    event.preventDefault();
    // A dialog belongs to the form around it in React's tree, although it is rendered elsewhere.
    event.stopPropagation();
    if (!isWorking) onConfirm();
  }

  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 bg-veil transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <AlertDialog.Popup className={popupClass}>
          <form noValidate onSubmit={submit} className="flex min-h-0 flex-col">
            <div className="overflow-y-auto overscroll-contain p-4 sm:p-6">
              <AlertDialog.Title className="text-heading font-semibold wrap-anywhere">{title}</AlertDialog.Title>
              <AlertDialog.Description render={<div />} className="mt-2 text-muted wrap-anywhere">
                {children}
              </AlertDialog.Description>
              {fields && <div className="mt-6">{fields}</div>}
            </div>
            <footer className="flex flex-col gap-2 border-line border-t p-4 sm:flex-row sm:justify-end sm:px-6">
              <AlertDialog.Close render={<Button>{dismissLabel}</Button>} />
              <Button type="submit" variant="danger" isLoading={isWorking}>
                {confirmLabel}
              </Button>
            </footer>
          </form>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

const popupClass =
  'fixed inset-x-0 bottom-0 flex max-h-[88dvh] flex-col rounded-t-large border border-line bg-raised shadow-floating transition duration-200 data-ending-style:translate-y-4 data-ending-style:opacity-0 data-starting-style:translate-y-4 data-starting-style:opacity-0 sm:inset-auto sm:top-1/2 sm:left-1/2 sm:max-h-[80dvh] sm:w-[min(30rem,calc(100vw-3rem))] sm:-translate-1/2 sm:rounded-large sm:data-ending-style:-translate-y-[calc(50%-8px)] sm:data-starting-style:-translate-y-[calc(50%-8px)]';
