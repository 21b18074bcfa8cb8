import { formatCount, isOrAre } from '@inlet/contracts/counts';
import { type ReactNode, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ButtonLink } from '#components/ui/button-link.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Section } from '#components/ui/section.tsx';
import { useImports } from '#features/imports/api/use-imports.ts';
import { actionsClass } from '#features/imports/components/actions-class.ts';
import { RefusedRows } from '#features/imports/components/refused-rows.tsx';
import { RowCounts } from '#features/imports/components/row-counts.tsx';
import { UndoImport } from '#features/imports/components/undo-import.tsx';
import { importFailure, isFull, type RunState } from '#features/imports/import-run.ts';
import { takeFocus } from '#features/imports/take-focus.ts';
import type { Chosen, Importer } from '#features/imports/use-importer.ts';

interface ImportResultProps {
  readonly formId: string;
  readonly importer: Importer;
  readonly chosen: Chosen;
  readonly run: Exclude<RunState, { status: 'running' }>;
  readonly offer: ReactNode;
}

/** What the import has done, and the way back. */
export function ImportResult({ formId, importer, chosen, run, offer }: ImportResultProps) {
  /** Submissions that the undo deletes later; null if there was none. */
  const [undoing, setUndoing] = useState<number | null>(null);
  const isUndone = undoing !== null;
  const { progress, status } = run;
  // An import that was continued has stored more than its last run.
  const stored = useImports(formId).data?.find(({ id }) => id === chosen.importId)?.left ?? progress.imported;
  return (
    // The heading takes the focus again when the button to undo is gone.
    <Section
      key={String(isUndone)}
      title={isUndone ? 'Undone' : titles[status]}
      headingRef={takeFocus}
      intro={isUndone ? undefined : intros[status]}
    >
      <div className="grid grid-cols-1 gap-6">
        {run.status === 'failed' && !isUndone && (
          <Notice tone="danger" action={isFull(run.error) && offer}>
            {importFailure(run.error)}
          </Notice>
        )}
        <RowCounts progress={progress} storedLabel="Imported" />
        <RefusedRows progress={progress} shape={chosen.opened.shape} />
        <div className={actionsClass}>
          {status !== 'done' && !isUndone && (
            <Button variant="primary" onClick={importer.start}>
              Continue
            </Button>
          )}
          <ButtonLink to={`/forms/${formId}`} variant={status === 'done' ? 'primary' : 'secondary'}>
            Open the inbox
          </ButtonLink>
          {stored > 0 && !isUndone && (
            <UndoImport
              formId={formId}
              importId={chosen.importId}
              count={stored}
              onUndone={(pending) => {
                setUndoing(pending);
                importer.onChanged();
              }}
            />
          )}
          <Button onClick={importer.chooseAnother}>Import another file</Button>
        </div>
        {isUndone && (
          <Notice tone="success">
            {`The import was undone.${undoing > 0 ? ` ${formatCount(undoing, 'submission')} ${isOrAre(undoing)} still being deleted.` : ''}`}
          </Notice>
        )}
      </div>
    </Section>
  );
}

const titles = { done: 'Imported', stopped: 'The import was stopped', failed: 'The import broke off' } as const;
const continued = 'The submissions that were imported stay. If you continue, nothing is stored twice.';
const intros = { done: undefined, stopped: continued, failed: continued } as const;
