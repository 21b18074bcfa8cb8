import { formatCount } from '@inlet/contracts/counts';
import type { FieldRoles } from '@inlet/contracts/field-choice';
import { previewOf } from '@inlet/contracts/field-roles';
import type { Submission } from '@inlet/contracts/submissions';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { QueryFailure } from '#components/ui/query-failure.tsx';
import { RowsSkeleton } from '#components/ui/rows-skeleton.tsx';
import { formatDateTime } from '#lib/dates.ts';
import { useApi } from '#lib/services.tsx';

interface SimilarSubmissionsProps {
  readonly formId: string;
  readonly roles: FieldRoles;
  readonly ids: readonly string[];
  /** The loaded rows of the list; other rows are read. */
  readonly rows: readonly Submission[];
  readonly onMark: (chosen: readonly Submission[]) => void;
  readonly onClose: () => void;
}

/** The service compares the newest submissions, most of which are in the list. */
const shownMax = 100;

/** Shows submissions that resemble one that was marked as spam, so that the owner decides about each. */
export function SimilarSubmissions({ formId, roles, ids, rows, onMark, onClose }: SimilarSubmissionsProps) {
  const api = useApi();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const query = useQuery({
    queryKey: ['similar-rows', formId, ids],
    queryFn: ({ signal }) =>
      Promise.all(
        ids
          .slice(0, shownMax)
          .map(
            (id) =>
              rows.find((row) => row.id === id) ??
              api.call('readSubmission', { path: { id: formId, sid: id }, signal }),
          ),
      ),
    gcTime: 0,
  });
  const chosen = (query.data ?? []).filter(({ id }) => !left.has(id));

  function toggle(id: string) {
    const next = new Set(left);
    if (!next.delete(id)) next.add(id);
    setLeft(next);
  }

  return (
    <Dialog isOpen onClose={onClose} title="Similar submissions">
      <p className="mb-4 text-muted">These are in the inbox and look like the one that you marked as spam.</p>
      {query.isPending && (
        <div className="py-4">
          <RowsSkeleton label="Loading the submissions" />
        </div>
      )}
      {query.isError && <QueryFailure title="The submissions could not be loaded" query={query} />}
      {query.data && (
        <ul aria-label="Similar submissions" className="divide-y divide-line rounded-medium border border-line">
          {query.data.map((row) => (
            <li key={row.id}>
              <label className="flex gap-3 px-3.5 py-2.5 text-small transition-tint hover:bg-hover">
                <input
                  type="checkbox"
                  checked={!left.has(row.id)}
                  onChange={() => toggle(row.id)}
                  className="mt-0.5 size-4 shrink-0 accent-accent"
                />
                <span className="min-w-0">
                  <bdi className="line-clamp-2 wrap-anywhere">{previewOf(Object.entries(row.data), roles)}</bdi>
                  <time dateTime={row.createdAt} className="text-caption text-muted">
                    {formatDateTime(row.createdAt)}
                  </time>
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" disabled={chosen.length === 0} onClick={() => onMark(chosen)}>
          {`Mark ${formatCount(chosen.length, 'submission')} as spam`}
        </Button>
      </div>
    </Dialog>
  );
}
