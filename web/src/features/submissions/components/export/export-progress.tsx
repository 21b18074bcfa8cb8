import { Spinner } from '#components/ui/spinner.tsx';
import { Toast, ToastAction, useToasts } from '#components/ui/toast.tsx';
import type { ExportState } from '#features/submissions/api/use-export.ts';
import { formatBytes } from '#lib/wording.ts';

/** The progress of an export, and its result. */
export function ExportProgress({ state, onCancel }: { state: ExportState; onCancel: () => void }) {
  useToasts();
  if (state.status === 'idle') return null;
  if (state.status === 'running') {
    return (
      <Toast
        timeoutMs={null}
        isClosable={false}
        onClose={onCancel}
        actions={<ToastAction onPress={onCancel}>Cancel</ToastAction>}
      >
        <span className="flex items-center gap-3">
          <Spinner label="Exporting" />
          {/* Announced once at the beginning; the running number is only visible. */}
          <span>
            Exporting{' '}
            <span aria-hidden className="text-muted tabular-nums">
              {formatBytes(state.bytes)}
            </span>
          </span>
        </span>
      </Toast>
    );
  }
  return (
    <Toast key={state.status} tone={state.status === 'failed' ? 'danger' : 'plain'} onClose={onCancel}>
      {state.status === 'done'
        ? `Exported ${state.name}, ${formatBytes(state.bytes)}`
        : `The export broke off, and nothing was saved. ${state.message}`}
    </Toast>
  );
}
