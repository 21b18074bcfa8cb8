import { Download } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { useExport } from '#features/submissions/api/use-export.ts';
import type { ExportMenuProps } from '#features/submissions/components/export-menu.tsx';
import { ExportProgress } from '#features/submissions/components/export-progress.tsx';
import { useFilter } from '#features/submissions/use-filter.ts';

/** The menu's machinery comes when somebody is about to use it. */
export function ExportSubmissions({ formId, total }: { formId: string; total: number }) {
  const { filter } = useFilter();
  const { state, start, cancel } = useExport(formId);
  const [Menu, setMenu] = useState<ComponentType<ExportMenuProps> | null>(null);

  async function open() {
    const { ExportMenu } = await load();
    setMenu(() => ExportMenu);
  }

  const isEmpty = total === 0;
  return (
    <>
      {Menu && !isEmpty ? (
        <Menu
          filter={filter}
          trigger={
            <Button>
              <Label />
            </Button>
          }
          onExport={(format) => void start(format, filter)}
        />
      ) : (
        <Button
          aria-haspopup="menu"
          disabled={isEmpty}
          onPointerEnter={() => void load()}
          onFocus={() => void load()}
          onClick={() => void open()}
        >
          <Label />
        </Button>
      )}
      <ExportProgress state={state} onCancel={cancel} />
    </>
  );
}

function Label() {
  return (
    <>
      <Download aria-hidden size={16} strokeWidth={1.75} />
      Export
    </>
  );
}

function load() {
  return import('#features/submissions/components/export-menu.tsx');
}
