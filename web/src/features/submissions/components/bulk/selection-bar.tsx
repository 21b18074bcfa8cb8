import Check from 'virtual:lucide/check';
import MailOpen from 'virtual:lucide/mail-open';
import MailWarning from 'virtual:lucide/mail-warning';
import ShieldCheck from 'virtual:lucide/shield-check';
import Star from 'virtual:lucide/star';
import TagIcon from 'virtual:lucide/tag';
import Trash2 from 'virtual:lucide/trash';
import UserPlus from 'virtual:lucide/user-plus';
import X from 'virtual:lucide/x';
import { formatNumber } from '@inlet/contracts/counts';
import { lazy, Suspense, useState } from 'react';
import type { Icon } from '#components/ui/icon.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { ToolButton } from '#features/submissions/components/filters/filter-bar.tsx';
import { isFiltered } from '#features/submissions/filter.ts';
import { useInbox } from '#features/submissions/inbox/inbox-context.ts';
import { useSelectedRows } from '#features/submissions/inbox/use-selected-rows.ts';
import { isLoadedToEnd } from '#features/submissions/list/submission-list.ts';
import { useFormMembers } from '#lib/person/use-colleagues.ts';

const TagDialog = lazy(async () => ({
  default: (await import('#features/submissions/components/bulk/tag-dialog.tsx')).TagDialog,
}));

const AssignDialog = lazy(async () => ({
  default: (await import('#features/submissions/components/bulk/assign-dialog.tsx')).AssignDialog,
}));

/** Replaces the filters while rows are selected, and has the same height. */
export function SelectionBar({ tags }: { tags: readonly string[] }) {
  const { filter, hidesDone, list, state, dispatch } = useInbox();
  const { rows, remove, mark, set } = useSelectedRows();
  const { selection } = state;
  const [isTagging, setIsTagging] = useState(false);
  const isSpam = filter.folder === 'spam';
  // The filter may match more submissions than are loaded.
  const hasMore = !(list.list && isLoadedToEnd(list.list)) && selection.ids.size >= list.rows.length;
  const all = isSpam ? 'all spam' : hidesDone ? 'all open submissions' : 'all submissions';
  const everything = isFiltered(filter) ? 'all that match' : all;
  return (
    <div
      role="toolbar"
      aria-label="Selected submissions"
      className="flex h-12 items-center sm:h-11 md:h-13 gap-1.5 overflow-x-auto sm:gap-2"
    >
      <p role="status" className="mx-1 shrink-0 text-small font-medium whitespace-nowrap tabular-nums sm:mr-2">
        {selection.isEverything ? `Selected ${everything}` : `${formatNumber(selection.ids.size)} selected`}
      </p>
      <Action icon={Trash2} label="Delete" onPress={remove} />
      {!selection.isEverything && (
        <Action icon={isSpam ? ShieldCheck : MailWarning} label={isSpam ? 'Not spam' : 'Mark as spam'} onPress={mark} />
      )}
      <ToggleActions />
      <Action icon={TagIcon} label="Tag" onPress={() => setIsTagging(true)} />
      <Assign />
      {hasMore && !selection.isEverything && (
        <ToolButton onClick={() => dispatch({ type: 'select-everything' })} className="border-transparent">
          {`Select ${everything}`}
        </ToolButton>
      )}
      <IconButton
        icon={X}
        label="Clear the selection"
        onClick={() => dispatch({ type: 'clear-selection' })}
        className="ml-auto sm:size-8"
      />
      {isTagging && (
        <Suspense>
          <TagDialog
            known={tags}
            own={[...new Set(rows.flatMap((row) => row.tags))]}
            onSet={(change) => {
              setIsTagging(false);
              set(change);
            }}
            onClose={() => setIsTagging(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Only where somebody else could work on the submissions. */
function Assign() {
  const { form } = useInbox();
  const { set } = useSelectedRows();
  const [isOpen, setIsOpen] = useState(false);
  if (useFormMembers(form.id).length === 0) return null;
  return (
    <>
      <Action icon={UserPlus} label="Assign" onPress={() => setIsOpen(true)} />
      {isOpen && (
        <Suspense>
          <AssignDialog
            formId={form.id}
            onSet={(change) => {
              setIsOpen(false);
              set(change);
            }}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** The same actions as the keys. */
function ToggleActions() {
  const { toggles, set } = useSelectedRows();
  const { read, done, star } = toggles;
  return (
    <>
      <Action icon={MailOpen} label={read.isRead ? 'Mark as read' : 'Mark as unread'} onPress={() => set(read)} />
      <Action icon={Check} label={done.status === 'done' ? 'Done' : 'Reopen'} onPress={() => set(done)} />
      <Action icon={Star} label={star.isStarred ? 'Star' : 'Remove star'} onPress={() => set(star)} />
    </>
  );
}

/** Shows only the icon if space is short. */
function Action({ icon: Drawing, label, onPress }: { icon: Icon; label: string; onPress: () => void }) {
  return (
    <ToolButton onClick={onPress} title={label}>
      <Drawing aria-hidden size={15} strokeWidth={1.75} />
      <span className="max-wide:sr-only">{label}</span>
    </ToolButton>
  );
}
