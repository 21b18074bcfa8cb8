import { Readable } from 'node:stream';
import { labelsOf } from '@inlet/contracts/labels';
import type { exportQuerySchema, SubmissionFilter } from '@inlet/contracts/submissions';
import type { Form } from '@inlet/db/client';
import type { Reads } from '@inlet/db/reads';
import type * as z from 'zod';
import { readRules } from '#forms/rules/read-rules.ts';
import { listFields } from '#inbox/columns/list-fields.ts';
import {
  byteOrderMark,
  csvFormat,
  exportedFiles,
  type LineFormat,
  ndjsonFormat,
  rowEnd,
} from '#inbox/export/export-lines.ts';
import { exportPages } from '#inbox/export/export-pages.ts';
import type { ExportShare } from '#inbox/export/export-share.ts';
import { usesAssignees, usesConfirmations, usesStates } from '#inbox/export/field-names.store.ts';
import { type Cell, createTable } from '#inbox/export/field-table.ts';
import { findExportColumns } from '#inbox/export/find-columns.ts';
import { csvLine } from '#inbox/export/write-csv.ts';
import { writeWorkbook } from '#inbox/export/write-workbook.ts';
import { archiveFiles } from '#inbox/files/archive-files.ts';
import { findFiles, hasFiles, type StoredFile } from '#inbox/files/files.store.ts';
import { streamZip } from '#inbox/files/stream-zip.ts';
import type { Resources } from '#resources.ts';

type ExportQuery = z.output<typeof exportQuerySchema>;
export type ExportDeps = Pick<Resources, 'database' | 'openReads' | 'blobs' | 'config'> & {
  readonly exportShare: ExportShare;
};
type FileDeps = Omit<ExportDeps, 'openReads'> & { readonly reads: Reads };

export interface ExportFile {
  readonly contentType: string;
  /** False if it is already compressed. */
  readonly isText: boolean;
  readonly pieces: () => AsyncGenerator<string | Buffer>;
}

const contentTypes = { csv: 'text/csv; charset=utf-8', ndjson: 'application/x-ndjson; charset=utf-8' };

/** A form's submissions as a file, newest first. */
export function exportFile(
  { openReads, ...others }: ExportDeps,
  form: Form,
  { format, columns, ...filter }: ExportQuery,
): ExportFile {
  const deps = { ...others, reads: openReads() };
  if (format === 'xlsx') {
    const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    return { contentType, isText: false, pieces: () => writeXlsx(deps, form, filter) };
  }
  if (format === 'zip') {
    const pieces = () => writeZip(deps, form, filter, writeCsv(deps, form, filter, columns));
    return { contentType: 'application/zip', isText: false, pieces };
  }
  const pieces = () => (format === 'csv' ? writeCsv(deps, form, filter, columns) : writeNdjson(deps, form, filter));
  return { contentType: contentTypes[format], isText: true, pieces };
}

function writeCsv(
  deps: FileDeps,
  form: Form,
  filter: SubmissionFilter,
  columns: ExportQuery['columns'],
): AsyncGenerator<string> {
  return columns ? writeFieldCsv(deps, form, filter) : writeLines(deps, form, filter, csvFormat);
}

async function* writeNdjson(deps: FileDeps, form: Form, filter: SubmissionFilter): AsyncGenerator<string> {
  const files = (await hasFiles(deps.reads, form.id)) ? exportedFiles(deps.config.PUBLIC_URL) : null;
  yield* writeLines(deps, form, filter, ndjsonFormat(files));
}

async function* writeLines(
  { reads, exportShare }: FileDeps,
  { id: formId }: Form,
  filter: SubmissionFilter,
  { head, toLines, ...lines }: LineFormat,
): AsyncGenerator<string> {
  let start = head;
  for await (const page of exportPages(reads, exportShare.semaphore, { formId, filter, ...lines })) {
    yield start + toLines(page);
    start = '';
  }
  if (start !== '') yield start;
}

async function* writeFieldCsv(deps: FileDeps, form: Form, filter: SubmissionFilter): AsyncGenerator<string> {
  const { head, pages } = await openTable(deps, form, filter, false);
  let start = byteOrderMark + csvLine(head);
  for await (const rows of pages) {
    yield start + rows.map(csvLine).join('');
    start = '';
  }
  if (start !== '') yield start;
}

async function* writeXlsx(deps: FileDeps, form: Form, filter: SubmissionFilter): AsyncGenerator<Buffer> {
  const { head, pages } = await openTable(deps, form, filter, true);
  yield* writeWorkbook(head, pages);
}

/** The submissions as CSV, and their files in a folder for each. */
function writeZip(
  { reads, exportShare, blobs }: FileDeps,
  { id: formId }: Form,
  filter: SubmissionFilter,
  table: AsyncGenerator<string>,
): AsyncGenerator<Buffer> {
  return streamZip(async (add) => {
    await add(Readable.from(table, { objectMode: false }), 'submissions.csv', { compressionLevel: 1 });
    if (!(await hasFiles(reads, formId))) return;
    for await (const page of exportPages(reads, exportShare.semaphore, { formId, filter, line: idLine })) {
      const files = await exportShare.semaphore.run(() => findFiles(reads, page.trimEnd().split('\n')));
      await archiveFiles(blobs, add, files, folderOf);
    }
  });
}

const idLine = String.raw`id::text || E'\n'`;

/** The name contains the time as shown in the table; some systems allow no colon in names. */
function folderOf({ receivedAt, submissionId }: StoredFile): string {
  const at = receivedAt.toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '.');
  return `files/${at} ${submissionId}/`;
}

async function openTable(
  { database, reads, exportShare, config }: FileDeps,
  form: Form,
  filter: SubmissionFilter,
  hasNumbers: boolean,
) {
  const { semaphore } = exportShare;
  const { id: formId } = form;
  const listed = await listFields({ database }, form);
  const labels = labelsOf((await readRules({ database }, formId)).fields);
  const found = await findExportColumns(reads, semaphore, { formId, filter }, listed);
  const [hasStates, isWithFiles] = [await usesStates(reads, formId), await hasFiles(reads, formId)];
  const hasAssignees = await usesAssignees(reads, formId);
  const uses = { hasStates, hasAssignees, hasConfirmations: await usesConfirmations(reads, formId) };
  const files = isWithFiles ? exportedFiles(config.PUBLIC_URL) : null;
  const { head, line, read } = createTable({ ...found, ...uses, hasNumbers, files, labels });
  const pages = exportPages(reads, semaphore, { formId, filter, line });
  return { head, pages: readRows(pages, read) };
}

async function* readRows(pages: AsyncIterable<string>, read: (line: string) => Cell[]): AsyncGenerator<Cell[][]> {
  for await (const page of pages) yield page.split(rowEnd).slice(0, -1).map(read);
}
