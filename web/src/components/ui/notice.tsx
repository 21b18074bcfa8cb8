import { CircleAlert, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '#components/ui/class-names.ts';

/** A framed message: `danger` is announced at once, `info` stands beside what it explains. */
export function Notice({ tone, children }: { tone: 'danger' | 'info'; children: ReactNode }) {
  const Icon = tone === 'danger' ? CircleAlert : Info;
  return (
    <div
      role={tone === 'danger' ? 'alert' : undefined}
      className={classNames(
        'flex gap-3 rounded-medium border px-4 py-3 text-small',
        tone === 'danger' ? 'border-danger-line bg-danger-soft text-danger' : 'border-line bg-sunken text-muted',
      )}
    >
      <Icon aria-hidden size={16} strokeWidth={2} className="mt-0.5 shrink-0" />
      <div className="min-w-0 grow">{children}</div>
    </div>
  );
}
