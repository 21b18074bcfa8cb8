import { Notice } from '#components/ui/notice.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import type { FileState as State } from '#lib/files/use-received-file.ts';
import { failureMessage } from '#lib/http.ts';
import { formatBytes } from '#lib/wording.ts';

/** How far a file has come, or how it ended. */
export function FileState({ state }: { state: State }) {
  switch (state.status) {
    case 'idle':
      return null;
    case 'running':
      return (
        <p className="flex items-center gap-3 text-small text-muted tabular-nums">
          <Spinner label="Exporting" />
          {`${formatBytes(state.bytes)} received`}
        </p>
      );
    case 'done':
      return <Notice tone="success">{`${state.name} is complete, ${formatBytes(state.bytes)}.`}</Notice>;
    case 'failed':
      return <Notice tone="danger">{`The export was not completed. ${failureMessage(state.error)}`}</Notice>;
  }
}
