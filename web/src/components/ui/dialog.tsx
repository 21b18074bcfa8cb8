import X from 'virtual:lucide/x';
import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { IconButton } from '#components/ui/icon-button.tsx';

interface DialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
}

/** Takes the focus and returns it; Esc, the cross and a press outside close it. On small screens it slides up. */
export function Dialog({ isOpen, onClose, title, children }: DialogProps) {
  return (
    <BaseDialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="fixed inset-0 bg-veil transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <BaseDialog.Popup className={popupClass}>
          <header className="flex items-center justify-between gap-4 border-line border-b py-2 pr-2 pl-4 sm:py-3 sm:pr-3 sm:pl-6">
            <BaseDialog.Title className="text-heading font-semibold">{title}</BaseDialog.Title>
            <BaseDialog.Close render={<IconButton icon={X} label="Close" />} />
          </header>
          <div className="overflow-y-auto overscroll-contain p-4 sm:p-6">{children}</div>
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

const popupClass =
  'fixed inset-x-0 bottom-0 flex max-h-[88dvh] flex-col rounded-t-large border border-line bg-raised shadow-floating transition duration-200 data-ending-style:translate-y-4 data-ending-style:opacity-0 data-starting-style:translate-y-4 data-starting-style:opacity-0 sm:inset-auto sm:top-1/2 sm:left-1/2 sm:max-h-[80dvh] sm:w-[min(40rem,calc(100vw-3rem))] sm:-translate-1/2 sm:rounded-large sm:data-ending-style:-translate-y-[calc(50%-8px)] sm:data-starting-style:-translate-y-[calc(50%-8px)]';
