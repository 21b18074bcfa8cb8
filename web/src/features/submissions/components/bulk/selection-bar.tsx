import Check from 'virtual:lucide/check';
import MailOpen from 'virtual:lucide/mail-open';
import MailWarning from 'virtual:lucide/mail-warning';
import ShieldCheck from 'virtual:lucide/shield-check';
import Star from 'virtual:lucide/star';
import TagIcon from 'virtual:lucide/tag';
import Trash2 from 'virtual:lucide/trash';
import X from 'virtual:lucide/x';
import type { Submission } from '@inlet/contracts/submissions';
import { lazy, Suspense, useState } from 'react';
import type { Icon } from '#components/ui/icon.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { ToolButton } from '#features/submissions/components/filters/filter-bar.tsx';
import type { Folder } from '#features/submissions/filter.ts';
import type { StateSet } from '#features/submissions/state-change.ts';
import type { Selection } from '#features/submissions/use-selection.ts';
import { formatNumber } from '#lib/wording.ts';

const TagDialog = lazy(async () => ({
  default: (await import('#features/submissions/components/bulk/tag-dialog.tsx')).TagDialog,
}));

interface SelectionBarProps {
  readonly selection: Selection;
  readonly rows: readonly Submission[];
  readonly tags: readonly string[];
  readonly folder: Folder;
  /** Whether the filter may find more submissions than are loaded. */
  readonly hasMore: boolean;
  readonly isFiltered: boolean;
  readonly onSelectEverything: () => void;
  readonly onDelete: () => void;
  readonly onMark: () => void;
  readonly onSet: (set: StateSet) => void;
  readonly onClear: () => void;
}

/** Stands in place of the filters while something is chosen, and is as high. */
export function SelectionBar(props: SelectionBarProps) {
  const { selection, rows, tags, folder, hasMore, isFiltered, onSelectEverything, onDelete, onMark, onSet, onClear } =
    props;
  const [isTagging, setIsTagging] = useState(false);
  const everything = isFiltered ? 'all that match' : folder === 'spam' ? 'all spam' : 'all submissions';
  const isUnread = selection.isEverything || rows.some(({ isRead }) => !isRead);
  const isOpen = selection.isEverything || rows.some(({ status }) => status === 'open');
  const isPlain = selection.isEverything || rows.some(({ isStarred }) => !isStarred);
  return (
    <div
      role="toolbar"
      aria-label="Selected submissions"
      className="flex h-13 items-center gap-1.5 overflow-x-auto sm:gap-2"
    >
      <p role="status" className="mx-1 shrink-0 text-small font-medium whitespace-nowrap tabular-nums sm:mr-2">
        {selection.isEverything ? `Selected ${everything}` : `${formatNumber(selection.ids.size)} selected`}
      </p>
      <Action icon={Trash2} label="Delete" onPress={onDelete} />
      {!selection.isEverything && (
        <Action
          icon={folder === 'spam' ? ShieldCheck : MailWarning}
          label={folder === 'spam' ? 'Not spam' : 'Mark as spam'}
          onPress={onMark}
        />
      )}
      <Action
        icon={MailOpen}
        label={isUnread ? 'Mark as read' : 'Mark as unread'}
        onPress={() => onSet({ isRead: isUnread })}
      />
      <Action
        icon={Check}
        label={isOpen ? 'Done' : 'Reopen'}
        onPress={() => onSet({ status: isOpen ? 'done' : 'open' })}
      />
      <Action icon={Star} label={isPlain ? 'Star' : 'Remove star'} onPress={() => onSet({ isStarred: isPlain })} />
      <Action icon={TagIcon} label="Tag" onPress={() => setIsTagging(true)} />
      {hasMore && !selection.isEverything && (
        <ToolButton onClick={onSelectEverything} className="border-transparent">
          {`Select ${everything}`}
        </ToolButton>
      )}
      <IconButton icon={X} label="Clear the selection" onClick={onClear} className="ml-auto sm:size-8" />
      {isTagging && (
        <Suspense>
          <TagDialog
            known={tags}
            own={[...new Set(rows.flatMap((row) => row.tags))]}
            onSet={(set) => {
              setIsTagging(false);
              onSet(set);
            }}
            onClose={() => setIsTagging(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Only the drawing where there is little room. */
function Action({ icon: Drawing, label, onPress }: { icon: Icon; label: string; onPress: () => void }) {
  return (
    <ToolButton onClick={onPress} title={label}>
      <Drawing aria-hidden size={15} strokeWidth={1.75} />
      <span className="max-wide:sr-only">{label}</span>
    </ToolButton>
  );
}
