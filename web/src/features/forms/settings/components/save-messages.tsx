import Check from 'virtual:lucide/check';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { SaveKind, SaveState } from '#features/forms/settings/save-queue.ts';
import { failureMessage } from '#lib/http.ts';

const savedMessages: Record<SaveKind, string> = { manual: 'Settings saved successfully', auto: 'Auto-saved' };

const notSaved: Record<SaveKind, string> = {
  manual: 'Your settings were not saved.',
  auto: 'Your change of the allowed origins was not saved.',
};

/** Confirms a save, or reports unsaved changes. */
export function SaveStatus({ saved, isUnsaved }: { saved: SaveKind | null; isUnsaved: boolean }) {
  return (
    <div className="flex min-h-5 flex-wrap items-center text-small">
      <span role="status">
        {saved && (
          <span className="mr-4 flex items-center gap-2 text-success">
            <Check aria-hidden size={16} strokeWidth={2} />
            {savedMessages[saved]}
          </span>
        )}
      </span>
      {isUnsaved && <span className="text-muted">Unsaved changes</span>}
    </div>
  );
}

interface SaveFailureProps {
  readonly failure: NonNullable<SaveState['failure']>;
  readonly onRetry: () => void;
}

export function SaveFailure({ failure, onRetry }: SaveFailureProps) {
  return (
    <Notice
      tone="danger"
      action={
        <Button onClick={onRetry} className="self-start sm:self-auto">
          Try again
        </Button>
      }
    >
      {`${notSaved[failure.kind]} ${failureMessage(failure.error)}`}
    </Notice>
  );
}
