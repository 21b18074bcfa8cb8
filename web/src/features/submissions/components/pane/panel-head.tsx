import Check from 'virtual:lucide/check';
import ChevronDown from 'virtual:lucide/chevron-down';
import ChevronUp from 'virtual:lucide/chevron-up';
import MailOpen from 'virtual:lucide/mail-open';
import MailWarning from 'virtual:lucide/mail-warning';
import Printer from 'virtual:lucide/printer';
import Reply from 'virtual:lucide/reply';
import ShieldCheck from 'virtual:lucide/shield-check';
import Star from 'virtual:lucide/star';
import Trash2 from 'virtual:lucide/trash';
import X from 'virtual:lucide/x';
import type { Form } from '@inlet/contracts/forms';
import type { Submission } from '@inlet/contracts/submissions';
import { Button } from '#components/ui/button.tsx';
import { buttonClass } from '#components/ui/button-class.ts';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { FieldError } from '#components/ui/field.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import type { useClearFlag } from '#features/submissions/api/use-clear-flag.ts';
import type { useStateChanges } from '#features/submissions/api/use-state-changes.ts';
import { OriginChip } from '#features/submissions/components/list/origin-chip.tsx';
import { addressOf, personOf } from '#features/submissions/fields.ts';
import { replyTo } from '#features/submissions/reply.ts';
import type { InboxActions } from '#features/submissions/use-inbox-actions.ts';
import { formatMoment } from '#lib/dates.ts';
import { failureMessage } from '#lib/http.ts';

export interface SubmissionPanelProps {
  readonly form: Form;
  readonly id: string;
  readonly rows: readonly Submission[];
  readonly actions: InboxActions;
  readonly states: ReturnType<typeof useStateChanges>;
  /** For one that may be spam, and is not. */
  readonly clearFlag: ReturnType<typeof useClearFlag>;
  readonly onClose: () => void;
}

interface PanelHeadProps extends SubmissionPanelProps {
  readonly submission: Submission | undefined;
  readonly isBeside: boolean;
}

/** The sender, the time and the origin of a submission, and the actions on it. */
export function PanelHead({ form, submission, rows, id, actions, clearFlag, onClose }: PanelHeadProps) {
  const isListed = rows.some((row) => row.id === id);
  const person = submission ? personOf(submission) : '';
  const address = submission ? addressOf(submission) : '';
  return (
    <header className="border-line border-b px-4 pt-2 pb-3 sm:px-6">
      <div className="flex items-center print:hidden">
        <p className="mr-auto text-caption text-muted">Submission Details</p>
        <IconButton
          icon={ChevronUp}
          label="Newer submission"
          title="Newer submission (k)"
          disabled={!actions.hasNewer}
          onClick={() => actions.turn(-1)}
          className="disabled:opacity-40"
        />
        <IconButton
          icon={ChevronDown}
          label="Older submission"
          title="Older submission (j)"
          disabled={!actions.hasOlder}
          onClick={() => actions.turn(1)}
          className="disabled:opacity-40"
        />
        <IconButton
          icon={Printer}
          label="Print"
          title="Print"
          onClick={() => window.print()}
          className="max-sm:hidden"
        />
        <CopyButton text={window.location.href} label="Copy the link to this submission" />
        <IconButton icon={X} label="Close" onClick={onClose} className="-mr-2 sm:-mr-3" />
      </div>
      {submission && (
        <>
          <h2 className="text-[1.25rem] leading-7 font-semibold wrap-anywhere">
            <bdi>{person === '' ? 'Somebody' : person}</bdi>
          </h2>
          <p className="mt-0.5 flex flex-wrap items-baseline gap-x-2 gap-y-0.5 text-small text-muted">
            {address !== '' && address !== person && <bdi className="wrap-anywhere">{address}</bdi>}
            <span>
              Received <time dateTime={submission.createdAt}>{formatMoment(submission.createdAt)}</time>
            </span>
            <span className="min-w-0">
              Origin <OriginChip origin={submission.origin} />
            </span>
          </p>
          <div className="mt-3 flex flex-wrap gap-1.5 print:hidden">
            {address !== '' && (
              <a href={replyTo(submission, form.name)} className={`${buttonClass('primary')} gap-2 px-3!`}>
                <Reply aria-hidden size={15} strokeWidth={2} />
                Reply
              </a>
            )}
            {isListed && (
              <>
                <Button
                  onClick={actions.turnDone}
                  aria-pressed={submission.status === 'done'}
                  className={`px-3! ${pressedClass}`}
                >
                  <Check aria-hidden size={15} strokeWidth={2} />
                  Done
                </Button>
                <Button
                  onClick={actions.turnStar}
                  aria-label="Star"
                  title="Star (f)"
                  aria-pressed={submission.isStarred}
                  className={`px-2.5! ${pressedClass}`}
                >
                  <Star
                    aria-hidden
                    size={15}
                    strokeWidth={1.75}
                    className={submission.isStarred ? 'fill-amber text-amber' : ''}
                  />
                </Button>
                <Button
                  onClick={actions.turnRead}
                  aria-label={submission.isRead ? 'Mark as unread' : 'Mark as read'}
                  title={submission.isRead ? 'Mark as unread (u)' : 'Mark as read (u)'}
                  className="px-2.5!"
                >
                  <MailOpen aria-hidden size={15} strokeWidth={1.75} />
                </Button>
                <Button onClick={actions.markOpened} className="px-3!">
                  {actions.isSpamFolder ? (
                    <ShieldCheck aria-hidden size={15} strokeWidth={1.75} />
                  ) : (
                    <MailWarning aria-hidden size={15} strokeWidth={1.75} />
                  )}
                  {actions.isSpamFolder ? 'Not spam' : 'Spam'}
                </Button>
                {!submission.isSpam && submission.spam.isFlagged && (
                  <Button isLoading={clearFlag.isPending} onClick={() => clearFlag.mutate(submission)}>
                    Not spam
                  </Button>
                )}
                <Button onClick={actions.deleteOpened} aria-label="Delete" title="Delete (#)" className="px-2.5!">
                  <Trash2 aria-hidden size={15} strokeWidth={1.75} />
                </Button>
                <FieldError>{clearFlag.isError ? failureMessage(clearFlag.error) : undefined}</FieldError>
              </>
            )}
          </div>
        </>
      )}
    </header>
  );
}

const pressedClass = 'aria-pressed:border-transparent aria-pressed:bg-accent-soft aria-pressed:text-accent';
