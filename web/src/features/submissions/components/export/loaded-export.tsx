import { Button } from '#components/ui/button.tsx';
import { useExport } from '#features/submissions/api/use-export.ts';
import { ExportLabel } from '#features/submissions/components/export/export-label.tsx';
import { ExportMenu } from '#features/submissions/components/export/export-menu.tsx';
import { ExportProgress } from '#features/submissions/components/export/export-progress.tsx';
import { useFilter } from '#features/submissions/use-filter.ts';

export interface LoadedExportProps {
  readonly formId: string;
  readonly isEmpty: boolean;
  readonly mayImport: boolean;
}

/** The menu is open from the start: the press that requested it mounts it. */
export function LoadedExport({ formId, isEmpty, mayImport }: LoadedExportProps) {
  const { filter } = useFilter();
  const { state, start, cancel } = useExport(formId);
  const button = (
    <Button data-export disabled={isEmpty}>
      <ExportLabel />
    </Button>
  );
  return (
    <>
      {isEmpty ? (
        button
      ) : (
        <ExportMenu
          filter={filter}
          trigger={button}
          importPath={mayImport ? `/forms/${formId}/import` : null}
          onExport={(kind) => void start(kind, filter)}
        />
      )}
      <ExportProgress state={state} onCancel={cancel} />
    </>
  );
}
