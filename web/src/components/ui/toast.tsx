import X from 'virtual:lucide/x';
import { type FocusEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '#components/ui/button.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { IconButton } from '#components/ui/icon-button.tsx';

/** Long enough to read two sentences and to press a button. */
const toastMs = 8_000;

interface ToastProps {
  /** Null for a toast that stays while its work continues. */
  readonly timeoutMs?: number | null;
  readonly tone?: 'plain' | 'danger';
  readonly children: ReactNode;
  /** Buttons, see `ToastAction`. */
  readonly actions?: ReactNode;
  /** Hides the cross if another action does the same. */
  readonly isClosable?: boolean;
  /** Called when the time is over, or Esc or the cross was pressed. */
  readonly onClose: () => void;
}

/** A message that disappears on its own. The time pauses while the pointer or the focus is on it. */
export function Toast(props: ToastProps) {
  const { timeoutMs = toastMs, tone = 'plain', children, actions, isClosable = true, onClose } = props;
  const [isHeld, setIsHeld] = useState(false);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    if (timeoutMs === null || isHeld) return;
    const timer = setTimeout(() => close.current(), timeoutMs);
    return () => clearTimeout(timer);
  }, [timeoutMs, isHeld]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      const isOnToast = event.target instanceof Element && event.target.closest('[data-toasts]') !== null;
      // Outside a toast, Esc first closes other open elements.
      if (!isOnToast && document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null) return;
      event.preventDefault();
      event.stopPropagation();
      close.current();
    };
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, []);

  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: it is watched, not used
    <div
      className={classNames(toastClass, tone === 'danger' && 'text-danger')}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={(event: FocusEvent) => event.currentTarget.contains(event.relatedTarget) || setIsHeld(false)}
    >
      <span className="wrap-anywhere">{children}</span>
      <span className="flex shrink-0 items-center">
        {actions}
        {isClosable && <IconButton icon={X} label="Dismiss" onClick={() => onClose()} />}
      </span>
    </div>,
    toastRegion(),
  );
}

export function ToastAction({ onPress, children }: { onPress: () => void; children: string }) {
  return (
    <Button variant="quiet" onClick={onPress} className="text-accent!">
      {children}
    </Button>
  );
}

/** True if an event came from a toast: toasts are above dialogs, which must not treat it as a press outside. */
export function isOnToast(event: Event): boolean {
  return event.composedPath().some((node) => node instanceof Element && node.hasAttribute('data-toasts'));
}

/** For a page that may show a toast: its container must exist before, so that screen readers announce the toast. */
export function useToasts(): void {
  useEffect(() => {
    toastRegion();
  }, []);
}

/** The container of all toasts. */
function toastRegion(): HTMLElement {
  const known = document.querySelector<HTMLElement>('[data-toasts]');
  if (known) return known;
  const region = document.createElement('div');
  region.dataset['toasts'] = '';
  region.role = 'status';
  region.ariaLive = 'polite';
  region.className = regionClass;
  document.body.append(region);
  return region;
}
// Toasts are above a bar at the bottom, whose button they would cover.
const regionClass =
  'pointer-events-none fixed inset-x-0 bottom-4 z-50 flex flex-col items-center gap-2 px-4 sm:bottom-6 [html:has([data-bottom-bar])_&]:bottom-28 print:hidden';

const toastClass =
  'pointer-events-auto flex min-h-12 max-w-full animate-rise items-center gap-x-3 rounded-large border border-line bg-raised py-1 pr-1.5 pl-4 text-small font-medium shadow-floating';
