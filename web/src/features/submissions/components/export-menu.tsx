import Braces from 'virtual:lucide/braces';
import Sheet from 'virtual:lucide/sheet';
import type { ExportFormat } from '@inlet/contracts/submissions';
import type { ReactElement } from 'react';
import { Menu, MenuHeading, MenuItem } from '#components/ui/menu.tsx';
import { type Filter, isFiltered } from '#features/submissions/filter.ts';

export interface ExportMenuProps {
  readonly trigger: ReactElement;
  readonly filter: Filter;
  readonly onExport: (format: ExportFormat) => void;
}

export function ExportMenu({ trigger, filter, onExport }: ExportMenuProps) {
  return (
    <Menu trigger={trigger} isOpenAtFirst>
      <MenuHeading label="Export">{whatOf(filter)}</MenuHeading>
      <MenuItem icon={Sheet} onSelect={() => onExport('csv')}>
        CSV, for spreadsheets
      </MenuItem>
      <MenuItem icon={Braces} onSelect={() => onExport('ndjson')}>
        NDJSON, for programs
      </MenuItem>
    </Menu>
  );
}

function whatOf(filter: Filter): string {
  if (isFiltered(filter) && filter.folder !== 'refused') return 'Filtered submissions';
  return filter.folder === 'spam' ? 'All spam' : 'All submissions';
}
