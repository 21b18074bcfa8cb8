import { formatCount } from '@inlet/contracts/counts';
import { Button } from '#components/ui/button.tsx';
import { Section } from '#components/ui/section.tsx';
import type { RunState } from '#features/imports/import-run.ts';
import type { OpenedFile } from '#features/imports/open-file.ts';
import { takeFocus } from '#features/imports/take-focus.ts';
import { formatShare } from '#lib/wording.ts';

interface RunProgressProps {
  readonly run: RunState & { readonly status: 'running' };
  readonly opened: OpenedFile;
  /** Nothing is stored. */
  readonly isCheck: boolean;
  readonly onStop: () => void;
}

/** How much of the file has been sent. */
export function RunProgress({ run, opened: { file }, isCheck, onStop }: RunProgressProps) {
  const { progress, isWaiting } = run;
  const share = file.size === 0 ? 1 : Math.min(1, progress.bytesRead / file.size);
  const title = isCheck ? 'Checking the file' : 'Importing';
  return (
    <Section
      title={title}
      headingRef={takeFocus}
      intro={isCheck ? 'Nothing is stored yet.' : 'Keep this page open. You can stop at any time and continue later.'}
    >
      <div className="grid gap-3">
        <Bar label={title} share={share} />
        <div className="flex flex-wrap items-center justify-between gap-4">
          {/* Announced where it stops and goes on; the running numbers are only visible. */}
          <div className="text-small text-muted tabular-nums">
            <p role="status">{isWaiting && 'Inlet can’t be reached right now, or is busy. Trying again…'}</p>
            <p aria-hidden className={isWaiting ? 'sr-only' : ''}>
              {`${formatShare(share)} · ${formatCount(progress.imported + progress.known + progress.refusedCount, 'row')}`}
            </p>
          </div>
          <Button onClick={onStop}>Stop</Button>
        </div>
      </div>
    </Section>
  );
}

/** A bar of its own: the meter of limits would come into the first visit of other pages. */
function Bar({ label, share }: { readonly label: string; readonly share: number }) {
  const percentage = Math.floor(100 * share);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percentage}
      className="h-1.5 overflow-hidden rounded-full bg-hover"
    >
      <div className="h-full rounded-full bg-accent" style={{ width: `${percentage}%` }} />
    </div>
  );
}
