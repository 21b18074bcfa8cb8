import CircleCheck from 'virtual:lucide/circle-check';
import CircleMinus from 'virtual:lucide/circle-minus';
import CircleX from 'virtual:lucide/circle-x';
import type { Attempt } from '@inlet/contracts/targets';
import { classNames } from '#components/ui/class-names.ts';
import { formatMs } from '#features/integrations/format-ms.ts';

/** The result of an attempt in one line. */
export function AttemptResult({ attempt }: { attempt: Attempt }) {
  const { state, statusCode, durationMs, error } = attempt;
  if (state === 'skipped') {
    return (
      <span className="flex gap-2 text-muted">
        <CircleMinus aria-hidden size={14} strokeWidth={2} className="mt-[3px] shrink-0" />
        <span className="min-w-0 wrap-anywhere first-letter:uppercase">{`${error}.`}</span>
      </span>
    );
  }
  const isGood = state === 'succeeded';
  const Icon = isGood ? CircleCheck : CircleX;
  return (
    <span className={classNames('flex gap-2', isGood ? 'text-success' : 'text-danger')}>
      <Icon aria-hidden size={14} strokeWidth={2} className="mt-[3px] shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        {isGood ? 'Delivered' : 'Failed'}
        {statusCode !== null && (isGood || error === null) && ` with status ${statusCode}`}
        {` ${isGood ? 'in' : 'after'} ${formatMs(durationMs)}`}
        {error !== null && `. ${error}`}
      </span>
    </span>
  );
}
