import Archive from 'virtual:lucide/archive';
import Braces from 'virtual:lucide/braces';
import FileText from 'virtual:lucide/file-text';
import FileUp from 'virtual:lucide/file-up';
import Sheet from 'virtual:lucide/sheet';
import Table from 'virtual:lucide/table-2';
import type { ReactElement } from 'react';
import { Menu, MenuHeading, MenuItem, MenuLink, MenuSeparator } from '#components/ui/menu.tsx';
import type { ExportKind } from '#features/submissions/api/use-export.ts';
import { type Filter, isFiltered } from '#features/submissions/filter.ts';

export interface ExportMenuProps {
  readonly trigger: ReactElement;
  readonly filter: Filter;
  /** Null for a role that may not import. */
  readonly importPath: string | null;
  readonly onExport: (kind: ExportKind) => void;
}

export function ExportMenu({ trigger, filter, importPath, onExport }: ExportMenuProps) {
  return (
    <Menu trigger={trigger} isOpenAtFirst>
      <MenuHeading label="Export">{whatOf(filter)}</MenuHeading>
      <MenuItem icon={FileText} onSelect={() => onExport('csv')}>
        CSV (Date, Origin, Data)
      </MenuItem>
      <MenuItem icon={Table} onSelect={() => onExport('csv-fields')}>
        CSV, one column per field
      </MenuItem>
      <MenuItem icon={Sheet} onSelect={() => onExport('xlsx')}>
        Excel (XLSX)
      </MenuItem>
      <MenuItem icon={Braces} onSelect={() => onExport('ndjson')}>
        NDJSON, for programs
      </MenuItem>
      <MenuItem icon={Archive} onSelect={() => onExport('zip')}>
        ZIP, CSV and all files
      </MenuItem>
      {importPath !== null && (
        <>
          <MenuSeparator />
          <MenuLink icon={FileUp} to={importPath}>
            Import submissions
          </MenuLink>
        </>
      )}
    </Menu>
  );
}

function whatOf(filter: Filter): string {
  if (isFiltered(filter) && filter.folder !== 'refused') return 'Filtered submissions';
  return filter.folder === 'spam' ? 'All spam' : 'All submissions';
}
