import { columnsOf } from '@inlet/import/columns';
import { isRefused } from '@inlet/import/file-shape';
import { peerNames, type SuggestedMapping } from '@inlet/import/mapping';
import { mapRow } from '@inlet/import/to-lines';
import type { Source } from '#import/open-source.ts';
import { plainText } from '#output/plain-text.ts';
import { table } from '#output/table.ts';

/** What becomes of the columns of a file, for people. */
export function showMapping({ name, shape, rows }: Source, mapping: SuggestedMapping): string {
  const { peer, fields, fieldsIn, date, origin } = mapping;
  const kind = `${name}: ${shape.format.toUpperCase()}${peer === null ? '' : `, an export of ${peerNames[peer]}`}`;
  const named = new Set(fields.map(({ column }) => column));
  const beside = columnsOf(rows).filter((column) => column !== fieldsIn && !named.has(column));
  const columns = [...beside.map((column) => ({ column, field: null })), ...fields];
  const fateOf = (column: string, field: string | null) => {
    if (column === date) return `the date${dateWords(rows, mapping)}`;
    if (column === origin) return 'the origin';
    return field === null ? 'left out' : `field ${field}`;
  };
  const lines = columns.map(({ column, field }) => [column, fateOf(column, field)]);
  const dateless = date === null ? ['', 'No column is the date: submissions get the time of the import.'] : [];
  return [plainText(kind), '', table(['COLUMN', 'BECOMES'], lines), ...dateless].join('\n');
}

/** The first date as it is read, so that a wrong order or time zone shows. */
function dateWords(rows: Source['rows'], mapping: SuggestedMapping): string {
  for (const row of rows) {
    const mapped = mapRow(row, mapping);
    if (!isRefused(mapped) && mapped.createdAt !== undefined) {
      return `, first ${mapped.createdAt} (${mapping.dayOrder}, ${mapping.timeZone})`;
    }
  }
  return ': no row has a date';
}
