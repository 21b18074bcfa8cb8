import ChevronDown from 'virtual:lucide/chevron-down';
import ChevronUp from 'virtual:lucide/chevron-up';
import Printer from 'virtual:lucide/printer';
import Reply from 'virtual:lucide/reply';
import X from 'virtual:lucide/x';
import { headlineOf } from '@inlet/contracts/field-roles';
import type { Submission } from '@inlet/contracts/submissions';
import { buttonClass } from '#components/ui/button-class.ts';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { OriginChip } from '#features/submissions/components/list/origin-chip.tsx';
import { RowActions } from '#features/submissions/components/pane/row-actions.tsx';
import { useInbox } from '#features/submissions/inbox/inbox-context.ts';
import { neighborOf } from '#features/submissions/inbox/inbox-state.ts';
import { useMoves } from '#features/submissions/inbox/use-moves.ts';
import { replyTo } from '#features/submissions/reply.ts';
import { formatDateTime, formatMoment } from '#lib/dates.ts';

/** The sender, the time and the origin of a submission, and the actions on it. */
export function PanelHead({ submission }: { submission: Submission | undefined }) {
  const { form, list, opened } = useInbox();
  const { openedId } = opened;
  const { showNeighbor } = useMoves();
  const { title, address } = headlineOf(Object.entries(submission?.data ?? {}), form.fieldRoles);
  const reply = submission && replyTo(submission, form);
  return (
    <header className="border-line border-b px-4 pt-2 pb-3 sm:px-6">
      <div className="flex items-center print:hidden">
        <p className="mr-auto text-caption text-muted">Submission Details</p>
        <IconButton
          icon={ChevronUp}
          label="Newer submission"
          title="Newer submission (k)"
          disabled={neighborOf(list.rows, openedId, -1) === null}
          onClick={() => showNeighbor(-1)}
          className="disabled:opacity-40"
        />
        <IconButton
          icon={ChevronDown}
          label="Older submission"
          title="Older submission (j)"
          disabled={neighborOf(list.rows, openedId, 1) === null}
          onClick={() => showNeighbor(1)}
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
        <IconButton icon={X} label="Close" onClick={opened.close} className="-mr-2 sm:-mr-3" />
      </div>
      {submission && (
        <>
          <h2 className="text-[1.25rem] leading-7 font-semibold wrap-anywhere">
            <bdi>{title || `Submission of ${formatDateTime(submission.createdAt)}`}</bdi>
          </h2>
          <p className="mt-0.5 flex flex-wrap items-baseline gap-x-2 gap-y-0.5 text-small text-muted">
            {address !== '' && address !== title && <bdi className="wrap-anywhere">{address}</bdi>}
            <span>
              Received <time dateTime={submission.createdAt}>{formatMoment(submission.createdAt)}</time>
            </span>
            <span className="min-w-0">
              Origin <OriginChip origin={submission.origin} />
            </span>
          </p>
          <div className="mt-3 flex flex-wrap gap-1 sm:gap-1.5 print:hidden">
            {reply && (
              <a href={reply} className={`${buttonClass('primary')} gap-2 px-3!`}>
                <Reply aria-hidden size={15} strokeWidth={2} />
                Reply
              </a>
            )}
            <RowActions submission={submission} />
          </div>
        </>
      )}
    </header>
  );
}
