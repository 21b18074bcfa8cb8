import Check from 'virtual:lucide/check';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';

interface SaveBarProps {
  readonly isSaving: boolean;
  readonly isSaved: boolean;
  readonly isUnsaved: boolean;
  /** The reason why the last save failed. */
  readonly failure: string | null;
}

/** The end of a settings form: its button, and the result of the last press. */
export function SaveBar({ isSaving, isSaved, isUnsaved, failure }: SaveBarProps) {
  return (
    <div className="grid grid-cols-1 gap-6">
      {failure !== null && <Notice tone="danger">{failure}</Notice>}
      <div className="flex flex-col gap-x-4 gap-y-2 sm:flex-row sm:items-center">
        <Button type="submit" variant="primary" isLoading={isSaving}>
          Save changes
        </Button>
        <p className="flex min-h-5 items-center text-small text-muted">
          <span role="status">
            {isSaved && (
              <span className="flex items-center gap-2 text-success">
                <Check aria-hidden size={16} strokeWidth={2} />
                Saved
              </span>
            )}
          </span>
          {isUnsaved && 'Unsaved changes'}
        </p>
      </div>
    </div>
  );
}
