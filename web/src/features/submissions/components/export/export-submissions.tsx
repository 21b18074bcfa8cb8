import { type ComponentType, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ExportLabel } from '#features/submissions/components/export/export-label.tsx';
import type { LoadedExportProps } from '#features/submissions/components/export/loaded-export.tsx';

interface ExportSubmissionsProps extends Pick<LoadedExportProps, 'formId' | 'mayImport'> {
  readonly total: number;
}

/** The code of exports is loaded when the pointer or the focus reaches the button. */
export function ExportSubmissions({ formId, total, mayImport }: ExportSubmissionsProps) {
  const [Loaded, setLoaded] = useState<ComponentType<LoadedExportProps> | null>(null);

  async function open() {
    const { LoadedExport } = await load();
    setLoaded(() => LoadedExport);
  }

  const isEmpty = total === 0;
  if (Loaded) return <Loaded formId={formId} isEmpty={isEmpty} mayImport={mayImport} />;
  return (
    <Button
      data-export
      aria-haspopup="menu"
      disabled={isEmpty}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => void open()}
    >
      <ExportLabel />
    </Button>
  );
}

function load() {
  return import('#features/submissions/components/export/loaded-export.tsx');
}
