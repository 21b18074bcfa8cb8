import X from 'virtual:lucide/x';
import { Button } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import type { ExportState } from '#features/submissions/api/use-export.ts';
import { formatBytes } from '#lib/wording.ts';

/** How far an export has come, and how it ended. */
export function ExportProgress({ state, onCancel }: { state: ExportState; onCancel: () => void }) {
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-4 z-40 flex justify-end px-4 sm:bottom-6 sm:px-6"
    >
      {state.status !== 'idle' && (
        <div className={toastClass}>
          {state.status === 'running' && (
            <>
              <Spinner label="Exporting" />
              {/* Heard once, at the beginning; the number that runs is for the eye. */}
              <span>
                Exporting{' '}
                <span aria-hidden className="text-muted tabular-nums">
                  {formatBytes(state.bytes)}
                </span>
              </span>
              <Button variant="quiet" onClick={onCancel}>
                Cancel
              </Button>
            </>
          )}
          {state.status === 'done' && (
            <span className="wrap-anywhere">{`Exported ${state.name}, ${formatBytes(state.bytes)}`}</span>
          )}
          {state.status === 'failed' && (
            <span className="text-danger">{`The export broke off, and nothing was saved. ${state.message}`}</span>
          )}
          {state.status !== 'running' && <IconButton icon={X} label="Dismiss" onClick={onCancel} />}
        </div>
      )}
    </div>
  );
}

const toastClass =
  'pointer-events-auto flex max-w-full items-center gap-3 rounded-large border border-line bg-raised py-1.5 pr-2 pl-4 text-small font-medium shadow-floating';
