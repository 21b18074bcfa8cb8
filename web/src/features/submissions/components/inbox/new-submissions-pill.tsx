import ArrowUp from 'virtual:lucide/arrow-up';
import { formatCount } from '@inlet/contracts/counts';

/** The number of new submissions above, while the reader is farther down. */
export function NewSubmissionsPill({ count, onShow }: { count: number; onShow: () => void }) {
  if (count === 0) return null;
  return (
    <div className="pointer-events-none sticky top-36 z-10 flex h-0 justify-center">
      <button
        type="button"
        onClick={onShow}
        className="pointer-events-auto inline-flex h-9 -translate-y-1 items-center gap-2 rounded-full bg-accent px-4 text-small font-medium text-on-accent shadow-floating transition-tint hover:bg-accent-hover"
      >
        <ArrowUp aria-hidden size={16} strokeWidth={2} />
        {formatCount(count, 'new submission')}
      </button>
    </div>
  );
}
