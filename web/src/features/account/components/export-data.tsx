import Download from 'virtual:lucide/download';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Section } from '#components/ui/section.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { useExport } from '#features/account/api/use-export.ts';
import { failureMessage } from '#lib/http.ts';
import { formatBytes } from '#lib/wording.ts';

export function ExportData() {
  const { state, start, cancel } = useExport();
  return (
    <Section
      title="Your data"
      intro="A JSON file with everything we hold about you: account, subscription, sessions, API keys, usage, activity, forms and all their submissions."
      action={
        state.status === 'running' ? (
          <Button onClick={cancel} className="self-start">
            Cancel
          </Button>
        ) : (
          <Button onClick={start} className="self-start">
            <Download aria-hidden size={16} strokeWidth={1.75} />
            {state.status === 'failed' ? 'Try again' : 'Export my data'}
          </Button>
        )
      }
    >
      {state.status === 'running' && (
        <p className="flex items-center gap-3 text-small text-muted tabular-nums">
          <Spinner label="Exporting" />
          {`${formatBytes(state.bytes)} received`}
        </p>
      )}
      {state.status === 'done' && (
        <Notice tone="success">{`${state.name} is complete, ${formatBytes(state.bytes)}.`}</Notice>
      )}
      {state.status === 'failed' && (
        <Notice tone="danger">{`The export was not completed. ${failureMessage(state.error)}`}</Notice>
      )}
    </Section>
  );
}
