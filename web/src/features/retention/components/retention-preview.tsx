import { formatCount } from '@inlet/contracts/counts';
import { Notice } from '#components/ui/notice.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { useRetentionPreview } from '#features/retention/api/use-retention-preview.ts';
import { countExpired } from '#features/retention/count-expired.ts';
import { failureMessage } from '#lib/http.ts';

interface RetentionPreviewProps {
  readonly formId: string;
  readonly days: number;
  /** True if the form has these days already. */
  readonly isStored: boolean;
}

/** The number of submissions that these days would delete now. */
export function RetentionPreview({ formId, days, isStored }: RetentionPreviewProps) {
  const preview = useRetentionPreview(formId, days);
  if (preview.isError) return <Notice tone="danger">{failureMessage(preview.error)}</Notice>;
  if (!preview.data) {
    return (
      <div role="status" aria-label="Counting the submissions">
        <Skeleton className="h-12 w-full rounded-medium" />
      </div>
    );
  }
  const age = formatCount(days, 'day');
  if (preview.data.expired === 0) {
    return <Notice tone="info">{`No submission of this form is older than ${age} now.`}</Notice>;
  }
  return (
    <Notice tone="warning">
      {`This form has ${countExpired(preview.data)} older than ${age}. ${
        isStored ? 'The deletion is under way.' : 'The deletion begins soon after you save.'
      }`}
    </Notice>
  );
}
