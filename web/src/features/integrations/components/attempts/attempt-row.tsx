import type { Attempt } from '@inlet/contracts/targets';
import { Link } from 'react-router-dom';
import { classNames } from '#components/ui/class-names.ts';
import { deliveredName } from '#features/integrations/event-names.ts';
import { formatMs } from '#features/integrations/format-ms.ts';
import { formatDate, formatDay, formatTime } from '#lib/dates.ts';

interface AttemptRowProps {
  readonly attempt: Attempt;
  readonly formId: string;
  readonly isSelected: boolean;
  readonly onOpen: () => void;
  readonly onToggle: () => void;
}

/** The button's area covers the row except the checkbox and the link. */
export function AttemptRow({ attempt, formId, isSelected, onOpen, onToggle }: AttemptRowProps) {
  const { type, submissionId, number, state, statusCode, durationMs, startedAt, isTest, replayId, error } = attempt;
  const moment = `${formatDate(startedAt)}, ${formatTime(startedAt)}`;
  const name = isTest ? 'Test' : deliveredName(type);
  const { label, tone } = results[state];
  return (
    <tr className={classNames(rowClass, isSelected ? 'bg-accent-soft' : 'hover:bg-hover')}>
      <td className="relative z-1 row-span-2 grid place-items-center self-stretch md:row-span-1">
        {canReplay(attempt) && (
          <input
            type="checkbox"
            aria-label={`Select the attempt of ${moment}`}
            checked={isSelected}
            onChange={onToggle}
            className="size-4 accent-accent"
          />
        )}
      </td>
      <td className="min-w-0 truncate">
        <button type="button" aria-haspopup="dialog" onClick={onOpen} className={openClass}>
          <time dateTime={startedAt}>
            <span className="max-md:hidden">{formatDate(startedAt)},</span>
            <span className="md:hidden">{formatDay(startedAt)},</span>{' '}
            <span className="text-muted">{formatTime(startedAt)}</span>
          </time>
        </button>
      </td>
      <td className="min-w-0 max-md:col-start-2 max-md:row-start-2">
        {canReplay(attempt) ? (
          <Link
            to={`/forms/${formId}?submission=${submissionId}`}
            aria-label={`${name}, the submission of the attempt of ${moment}`}
            className="relative z-1 rounded-small text-accent underline decoration-line-strong underline-offset-4 hover:decoration-current"
          >
            {name}
          </Link>
        ) : (
          name
        )}
        {replayId !== null && <span className="text-muted"> · replay</span>}
        {error !== null && <span className="block text-muted wrap-anywhere">{error}</span>}
      </td>
      <td className={classNames('font-medium tabular-nums max-md:text-right', tone)}>
        <span aria-hidden className="mr-2 inline-block size-1.5 rounded-full bg-current align-middle" />
        {label}
        {statusCode !== null && <span className="ml-2 font-normal">{statusCode}</span>}
      </td>
      <td className="text-right text-muted tabular-nums max-md:hidden">{number}</td>
      <td className="text-right text-muted tabular-nums max-md:col-start-3 max-md:row-start-2">
        <span className="md:hidden">{number > 1 && `attempt ${number} · `}</span>
        {state !== 'skipped' && formatMs(durationMs)}
      </td>
    </tr>
  );
}

const results = {
  succeeded: { label: 'Delivered', tone: 'text-success' },
  failed: { label: 'Failed', tone: 'text-danger' },
  skipped: { label: 'Skipped', tone: 'text-muted' },
} as const satisfies Record<Attempt['state'], { label: string; tone: string }>;

/** A test has no submission, and a deleted submission has no content. */
export function canReplay({ isTest, submissionId }: Attempt): boolean {
  return !isTest && submissionId !== null;
}

/** One line in six columns; on small screens two lines beside the checkbox. */
export const columnsClass =
  'grid grid-cols-[2.5rem_minmax(0,1fr)_auto] items-center gap-x-2 pr-3 text-small md:grid-cols-[3rem_11rem_minmax(0,1fr)_8rem_3.5rem_4rem] md:pr-6 lg:grid-cols-[3rem_12rem_minmax(0,1fr)_9rem_4.5rem_5rem] lg:gap-x-4';

const rowClass = `relative min-h-11 gap-y-0.5 border-line border-t py-2.5 ${columnsClass}`;
const openClass =
  'rounded-small text-left tabular-nums outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent focus-visible:after:outline-solid';
