import Check from 'virtual:lucide/check';
import MailOpen from 'virtual:lucide/mail-open';
import MailWarning from 'virtual:lucide/mail-warning';
import ShieldCheck from 'virtual:lucide/shield-check';
import Star from 'virtual:lucide/star';
import Trash2 from 'virtual:lucide/trash';
import type { Submission } from '@inlet/contracts/submissions';
import { Button } from '#components/ui/button.tsx';
import { FieldError } from '#components/ui/field.tsx';
import { useClearFlag } from '#features/submissions/api/use-clear-flag.ts';
import { useInbox } from '#features/submissions/inbox/inbox-context.ts';
import { useOpenedRow } from '#features/submissions/inbox/use-opened-row.ts';
import { toggleDone, toggleRead, toggleStar } from '#features/submissions/state-change.ts';
import { failureMessage } from '#lib/http.ts';
import { useRights } from '#lib/person/use-rights.ts';

/** The actions on the open submission, if the list has its row. */
export function RowActions({ submission }: { submission: Submission }) {
  const { form, filter, list } = useInbox();
  const { isListed, remove, mark, change } = useOpenedRow();
  const clearFlag = useClearFlag(form.id, list);
  const may = useRights();
  if (!isListed || !may('submissions:write')) return null;
  const { isRead, isStarred, isSpam, status, spam } = submission;
  const isSpamFolder = filter.folder === 'spam';
  const MarkIcon = isSpamFolder ? ShieldCheck : MailWarning;
  return (
    <>
      <Button
        onClick={() => change(toggleDone, { isQuiet: true })}
        aria-pressed={status === 'done'}
        className={`px-3! ${pressedClass}`}
      >
        <Check aria-hidden size={15} strokeWidth={2} />
        Done
      </Button>
      <Button
        onClick={() => change(toggleStar, { isQuiet: true })}
        aria-label="Star"
        title="Star (f)"
        aria-pressed={isStarred}
        className={`px-2.5! ${pressedClass}`}
      >
        <Star aria-hidden size={15} strokeWidth={1.75} className={isStarred ? 'fill-amber text-amber' : ''} />
      </Button>
      <Button
        onClick={() => change(toggleRead, { isQuiet: true })}
        aria-label={isRead ? 'Mark as unread' : 'Mark as read'}
        title={isRead ? 'Mark as unread (u)' : 'Mark as read (u)'}
        className="px-2.5!"
      >
        <MailOpen aria-hidden size={15} strokeWidth={1.75} />
      </Button>
      <Button onClick={mark} className="px-3!">
        <MarkIcon aria-hidden size={15} strokeWidth={1.75} />
        <span className="max-sm:sr-only">{isSpamFolder ? 'Not spam' : 'Spam'}</span>
      </Button>
      {!isSpam && spam.isFlagged && (
        <Button isLoading={clearFlag.isPending} onClick={() => clearFlag.mutate(submission)}>
          Not spam
        </Button>
      )}
      <Button onClick={remove} aria-label="Delete" title="Delete (#)" className="px-2.5!">
        <Trash2 aria-hidden size={15} strokeWidth={1.75} />
      </Button>
      <FieldError>{clearFlag.isError ? failureMessage(clearFlag.error) : undefined}</FieldError>
    </>
  );
}

const pressedClass = 'aria-pressed:border-transparent aria-pressed:bg-accent-soft aria-pressed:text-accent';
