import { formatCount } from '@inlet/contracts/counts';
import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Section } from '#components/ui/section.tsx';
import { actionsClass } from '#features/imports/components/actions-class.ts';
import { RefusedRows } from '#features/imports/components/refused-rows.tsx';
import { RowCounts } from '#features/imports/components/row-counts.tsx';
import { importFailure, type RunState } from '#features/imports/import-run.ts';
import { takeFocus } from '#features/imports/take-focus.ts';
import type { Chosen, Importer } from '#features/imports/use-importer.ts';

interface CheckResultProps {
  readonly importer: Importer;
  readonly chosen: Chosen;
  readonly run: Exclude<RunState, { status: 'running' }>;
  readonly offer: ReactNode;
}

/** What the import would do. */
export function CheckResult({ importer, chosen, run, offer }: CheckResultProps) {
  const { imported, room } = run.progress;
  const isDone = run.status === 'done';
  const isTooMuch = isDone && room !== null && imported > room;
  return (
    <Section title={titleOf(run)} headingRef={takeFocus} intro={introOf(run)}>
      <div className="grid grid-cols-1 gap-6">
        {run.status === 'failed' && <Notice tone="danger">{importFailure(run.error)}</Notice>}
        {isDone && <RowCounts progress={run.progress} storedLabel="New" />}
        {isTooMuch && (
          <Notice tone="warning" action={offer}>
            {`This is more than your plan keeps: there is room for ${formatCount(room, 'more imported submission')}. Delete some, undo an import, or divide the file.`}
          </Notice>
        )}
        {isDone && <RefusedRows progress={run.progress} shape={chosen.opened.shape} />}
        <div className={actionsClass}>
          {isDone && imported > 0 && !isTooMuch && (
            <Button variant="primary" onClick={importer.start}>
              {`Import ${formatCount(imported, 'submission')}`}
            </Button>
          )}
          {(!isDone || isTooMuch) && (
            <Button variant="primary" onClick={importer.check}>
              Check again
            </Button>
          )}
          <Button onClick={importer.backToColumns}>Back to the columns</Button>
          <Button onClick={importer.chooseAnother}>Choose another file</Button>
        </div>
      </div>
    </Section>
  );
}

function titleOf({ status }: CheckResultProps['run']): string {
  if (status === 'done') return 'What would happen';
  return status === 'stopped' ? 'The check was stopped' : 'The check broke off';
}

function introOf({ status, progress: { imported, known, refusedCount } }: CheckResultProps['run']): string {
  if (status !== 'done') return 'Nothing was stored.';
  if (imported > 0) return 'Nothing is stored yet. Imported submissions send no mail and call no integration.';
  if (known > 0 && refusedCount === 0) return 'Every row of this file is in the form already.';
  return 'This file has no row to import.';
}
