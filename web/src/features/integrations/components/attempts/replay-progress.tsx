import { formatCount, formatNumber } from '@inlet/contracts/counts';
import { FieldError } from '#components/ui/field.tsx';
import { useReplay } from '#features/integrations/api/use-replay.ts';
import { failureMessage } from '#lib/http.ts';

/** The progress of a replay. */
export function ReplayProgress({ replayId }: { replayId: string }) {
  const replay = useReplay(replayId);
  if (replay.isError && !replay.data) return <FieldError>{failureMessage(replay.error)}</FieldError>;
  const { state, done, total } = replay.data ?? { state: 'running', done: 0, total: 0 };
  const isDone = state === 'done';
  return (
    <div className="grid gap-2">
      <p role="status" className="text-small tabular-nums">
        {isDone ? doneWords(total) : `Sent ${formatNumber(done)} of ${formatCount(total, 'event')}`}
      </p>
      {!isDone && (
        <progress
          aria-label="Progress of the replay"
          max={Math.max(1, total)}
          value={Math.min(done, total)}
          className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-hover [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-hover [&::-webkit-progress-value]:bg-accent"
        />
      )}
    </div>
  );
}

function doneWords(total: number): string {
  if (total === 0) return 'Nothing to send again';
  return `${formatCount(total, 'event')} sent again. The log has the results.`;
}
