import Download from 'virtual:lucide/download';
import { Button } from '#components/ui/button.tsx';
import { FileState } from '#components/ui/file-state.tsx';
import { Section } from '#components/ui/section.tsx';
import { useExport } from '#features/account/api/use-export.ts';

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
      <FileState state={state} />
    </Section>
  );
}
