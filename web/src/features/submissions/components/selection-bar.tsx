import MailWarning from 'virtual:lucide/mail-warning';
import ShieldCheck from 'virtual:lucide/shield-check';
import Trash2 from 'virtual:lucide/trash';
import X from 'virtual:lucide/x';
import { Button } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import type { Folder } from '#features/submissions/filter.ts';
import type { Selection } from '#features/submissions/use-selection.ts';
import { formatNumber } from '#lib/wording.ts';

interface SelectionBarProps {
  readonly selection: Selection;
  readonly folder: Folder;
  /** Whether the filter may find more submissions than are loaded. */
  readonly hasMore: boolean;
  readonly isFiltered: boolean;
  readonly onSelectEverything: () => void;
  readonly onDelete: () => void;
  readonly onMark: () => void;
  readonly onClear: () => void;
}

/** Stands in place of the filters while something is chosen. */
export function SelectionBar(props: SelectionBarProps) {
  const { selection, folder, hasMore, isFiltered, onSelectEverything, onDelete, onMark, onClear } = props;
  const everything = isFiltered ? 'all that match' : folder === 'spam' ? 'all spam' : 'all submissions';
  return (
    <div
      role="toolbar"
      aria-label="Selected submissions"
      className="flex flex-wrap items-center gap-1 p-2 sm:gap-2 sm:p-3"
    >
      <p role="status" className="ml-1 text-small font-medium whitespace-nowrap tabular-nums sm:mr-2 sm:ml-0">
        {selection.isEverything ? `Selected ${everything}` : `${formatNumber(selection.ids.size)} selected`}
      </p>
      <Button onClick={onDelete} className="max-sm:ml-1 max-sm:px-3">
        <Trash2 aria-hidden size={16} strokeWidth={1.75} className="max-sm:hidden" />
        Delete
      </Button>
      {!selection.isEverything && (
        <Button onClick={onMark} className="max-sm:px-3">
          {folder === 'spam' ? (
            <ShieldCheck aria-hidden size={16} strokeWidth={1.75} className="max-sm:hidden" />
          ) : (
            <MailWarning aria-hidden size={16} strokeWidth={1.75} className="max-sm:hidden" />
          )}
          {folder === 'spam' ? 'Not spam' : 'Mark as spam'}
        </Button>
      )}
      {hasMore && !selection.isEverything && (
        <Button variant="quiet" onClick={onSelectEverything}>{`Select ${everything}`}</Button>
      )}
      <IconButton icon={X} label="Clear the selection" onClick={onClear} className="ml-auto" />
    </div>
  );
}
