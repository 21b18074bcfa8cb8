import { headlineOf, previewOf, summaryOf } from '@inlet/contracts/field-roles';
import { memo } from 'react';
import { Highlighted } from '#features/submissions/components/list/highlighted.tsx';
import { OriginChip } from '#features/submissions/components/list/origin-chip.tsx';
import {
  BoxCell,
  fieldsWords,
  inkOf,
  Moment,
  OpenButton,
  RowFrame,
  StarCell,
  type SubmissionRowProps,
  UnreadDot,
} from '#features/submissions/components/list/submission-row.tsx';
import { Tags } from '#features/submissions/components/list/tags.tsx';

/**
 * A submission in two lines, or in three on a small screen: the person, the message, the origin. On small screens the
 * time is beside the origin, so that a long name has the whole line.
 */
export const CompactRow = memo(function CompactRow(props: SubmissionRowProps) {
  const { submission, roles } = props;
  const { createdAt, origin } = submission;
  const data = Object.entries(submission.data);
  const { title, address } = headlineOf(data, roles);
  return (
    <RowFrame {...props} className={compactClass}>
      <BoxCell {...props} className="row-span-full self-stretch" />
      <StarCell
        {...props}
        className="max-sm:-mr-2 max-sm:-my-2.5 max-sm:col-start-3 max-sm:row-start-1 max-sm:h-10 max-sm:w-10 max-sm:justify-self-end sm:row-span-full sm:self-stretch"
      />
      <td
        className={`flex min-w-0 items-center max-sm:col-start-2 sm:col-start-3 row-start-1 ${inkOf(submission, true)}`}
      >
        <UnreadDot submission={submission} className="mr-2" />
        <OpenButton {...props} text={title === '' ? previewOf(data, roles) : title} />
        {address !== title && (
          <bdi className="ml-2 min-w-0 truncate font-normal text-muted max-sm:hidden">
            <Highlighted text={address} />
          </bdi>
        )}
      </td>
      <td className="text-right whitespace-nowrap text-caption text-muted tabular-nums max-sm:col-start-3 max-sm:row-start-3 sm:col-start-4 sm:row-start-1">
        <Moment createdAt={createdAt} />
      </td>
      <td
        className={`row-start-2 min-w-0 truncate max-sm:col-span-2 max-sm:col-start-2 sm:col-start-3 ${submission.isRead ? 'text-muted' : ''}`}
      >
        <Tags submission={submission} />
        {title !== '' && (
          <bdi>
            <Highlighted text={summaryOf(data, roles)} />
          </bdi>
        )}
      </td>
      <td className="flex min-w-0 items-center justify-end gap-2 whitespace-nowrap text-caption text-muted max-sm:col-start-2 max-sm:row-start-3 max-sm:justify-start sm:col-start-4 sm:row-start-2">
        <span className="flex min-w-12 sm:max-w-40">
          <OriginChip origin={origin} />
        </span>
        <span className="min-w-0 shrink-0 truncate max-[23rem]:shrink">{fieldsWords(submission)}</span>
      </td>
    </RowFrame>
  );
});

const compactClass =
  'grid grid-cols-[1.75rem_minmax(0,1fr)_auto] grid-rows-[1.25rem_1.25rem_1.25rem] content-center gap-x-2 gap-y-0.5 px-4 sm:grid-cols-[1.25rem_1.5rem_minmax(0,1fr)_auto] sm:grid-rows-[1.25rem_1.25rem] sm:gap-x-3 sm:gap-y-1 sm:px-3 in-data-boxless:grid-cols-[0_minmax(0,1fr)_auto] in-data-boxless:pl-2 sm:in-data-boxless:grid-cols-[0_1.5rem_minmax(0,1fr)_auto] sm:in-data-boxless:pl-0';
