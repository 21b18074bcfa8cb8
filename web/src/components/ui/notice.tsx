import CircleAlert from 'virtual:lucide/circle-alert';
import CircleCheck from 'virtual:lucide/circle-check';
import Info from 'virtual:lucide/info';
import TriangleAlert from 'virtual:lucide/triangle-alert';
import type { ReactNode } from 'react';
import { classNames } from '#components/ui/class-names.ts';

type NoticeTone = 'danger' | 'warning' | 'success' | 'info';

const tones = {
  danger: { icon: CircleAlert, role: 'alert', className: 'border-danger-line bg-danger-soft text-danger' },
  warning: { icon: TriangleAlert, role: undefined, className: 'border-warning-line bg-warning-soft text-warning' },
  success: { icon: CircleCheck, role: 'status', className: 'border-success-line bg-success-soft text-success' },
  info: { icon: Info, role: undefined, className: 'border-line bg-sunken text-muted' },
} as const;

interface NoticeProps {
  readonly tone: NoticeTone;
  readonly children: ReactNode;
  /** An action that helps; beside the message if there is space, below it otherwise. */
  readonly action?: ReactNode;
}

/** A framed message. Screen readers announce `danger` and `success`. */
export function Notice({ tone, children, action }: NoticeProps) {
  const { icon: Icon, role, className } = tones[tone];
  return (
    <div role={role} className={classNames(noticeClass, className)}>
      <div className="flex min-w-0 gap-3">
        <Icon aria-hidden size={16} strokeWidth={2} className="mt-0.5 shrink-0" />
        <div className="min-w-0 text-pretty">{children}</div>
      </div>
      {action}
    </div>
  );
}

const noticeClass =
  'flex flex-col gap-x-6 gap-y-3 rounded-medium border px-4 py-3 text-small sm:flex-row sm:items-center sm:justify-between';
