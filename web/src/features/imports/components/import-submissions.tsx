import type { ReactNode } from 'react';
import { LeaveGuard } from '#components/ui/leave-guard.tsx';
import { CheckResult } from '#features/imports/components/check-result.tsx';
import { ChooseFile } from '#features/imports/components/choose-file.tsx';
import { ImportResult } from '#features/imports/components/import-result.tsx';
import { ImportSteps } from '#features/imports/components/import-steps.tsx';
import { MapColumns } from '#features/imports/components/map-columns.tsx';
import { PastImports } from '#features/imports/components/past-imports.tsx';
import { RunProgress } from '#features/imports/components/run-progress.tsx';
import { type Importer, useImporter } from '#features/imports/use-importer.ts';

interface ImportSubmissionsProps {
  readonly formId: string;
  /** Offers a plan that keeps more imported submissions. */
  readonly offer: ReactNode;
  /** Called when submissions were stored or deleted. */
  readonly onChanged: () => void;
}

/** Imports a file into a form: choose it, say what its columns are, see what would happen, and import it. */
export function ImportSubmissions({ formId, offer, onChanged }: ImportSubmissionsProps) {
  const importer = useImporter(formId, onChanged);
  const isStoring = importer.step === 'import' && importer.run?.status === 'running';
  return (
    <div className="grid grid-cols-1 gap-4 sm:gap-6">
      <LeaveGuard
        isUnsaved={isStoring}
        hasChanged={isStoring}
        title="Stop the import?"
        confirmLabel="Stop and leave"
        text="The submissions that were imported stay. Import the same file again to continue: nothing is stored twice."
      />
      <ImportSteps step={importer.step} isDone={importer.step === 'import' && importer.run?.status === 'done'} />
      <CurrentStep importer={importer} formId={formId} offer={offer} />
      {importer.step === 'file' && <PastImports formId={formId} onChanged={onChanged} />}
    </div>
  );
}

interface CurrentStepProps extends Pick<ImportSubmissionsProps, 'formId' | 'offer'> {
  readonly importer: Importer;
}

function CurrentStep({ importer, formId, offer }: CurrentStepProps) {
  const { step, chosen, run } = importer;
  if (!chosen || step === 'file') return <ChooseFile onOpened={importer.open} />;
  if (step === 'columns') return <MapColumns importer={importer} chosen={chosen} />;
  if (!run) return null;
  if (run.status === 'running') {
    return <RunProgress run={run} opened={chosen.opened} isCheck={step === 'check'} onStop={importer.stop} />;
  }
  const props = { importer, chosen, run, offer };
  return step === 'check' ? <CheckResult {...props} /> : <ImportResult {...props} formId={formId} />;
}
