import { formatCount, formatNumber, isOrAre } from '@inlet/contracts/counts';
import type { SubmissionImport } from '@inlet/contracts/imports';
import { QueryFailure } from '#components/ui/query-failure.tsx';
import { RowsSkeleton } from '#components/ui/rows-skeleton.tsx';
import { Section } from '#components/ui/section.tsx';
import { useImports } from '#features/imports/api/use-imports.ts';
import { UndoImport } from '#features/imports/components/undo-import.tsx';
import { formatDateTime } from '#lib/dates.ts';

/** The imports of a form, each of which can be undone. */
export function PastImports({ formId, onChanged }: { readonly formId: string; readonly onChanged: () => void }) {
  const imports = useImports(formId);
  return (
    <Section title="Earlier imports">
      {imports.isPending && <RowsSkeleton label="Loading the imports" />}
      {imports.isError && !imports.data && <QueryFailure title="The imports could not be loaded" query={imports} />}
      {imports.data?.length === 0 && <p className="text-small text-muted">Nothing was imported into this form yet.</p>}
      {imports.data && imports.data.length > 0 && (
        <ul aria-label="Earlier imports" className="-my-4 divide-y divide-line">
          {imports.data.map((one) => (
            <li key={one.id} className="flex min-h-18 items-center justify-between gap-4 py-3">
              <div className="min-w-0">
                <p className="font-medium">{formatDateTime(one.createdAt)}</p>
                <p className="text-small text-muted wrap-anywhere">{wordsOf(one)}</p>
              </div>
              {one.state === 'stored' && one.left > 0 && (
                <UndoImport formId={formId} importId={one.id} count={one.left} onUndone={onChanged} />
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function wordsOf({ imported, left, state, email, personId }: SubmissionImport): string {
  const by = email ?? (personId === null ? 'an API key' : 'a former member');
  return `${formatCount(imported, 'submission')} by ${by}. ${stateWords({ imported, left, state })}`;
}

function stateWords({ imported, left, state }: Pick<SubmissionImport, 'imported' | 'left' | 'state'>): string {
  if (state === 'undone') return 'Undone.';
  if (state === 'undoing') return `Being undone, ${formatNumber(left)} left.`;
  return left === imported ? 'None was deleted.' : `${formatNumber(left)} ${isOrAre(left)} left.`;
}
