import { randomUUID } from 'node:crypto';
import { formatCount, formatNumber, isOrAre } from '@inlet/contracts/counts';
import type { Form } from '@inlet/contracts/forms';
import type { SuggestedMapping } from '@inlet/import/mapping';
import type { ImportProgress } from '@inlet/import/run-import';
import type { Command } from 'commander';
import { CliError } from '#cli-error.ts';
import type { Api } from '#connection/api.ts';
import { findForm } from '#connection/find-form.ts';
import { exitCodes } from '#exit-codes.ts';
import { chooseMapping, type MappingOptions } from '#import/choose-mapping.ts';
import { openSource, type Source } from '#import/open-source.ts';
import { sendFile } from '#import/send-file.ts';
import { showMapping } from '#import/show-mapping.ts';
import { showCounts, showSummary } from '#import/show-progress.ts';
import type { Output } from '#output/output.ts';
import { plainText } from '#output/plain-text.ts';
import { untilStopped } from '#output/until-stopped.ts';
import { type CommonOptions, newCommand, type Tools } from '#tools.ts';

interface ImportOptions extends CommonOptions, MappingOptions {
  readonly yes?: true;
  readonly dryRun?: true;
  readonly undo?: string;
}

export function importCommand(tools: Tools): Command {
  const collect = (value: string, before: readonly string[] = []) => [...before, value];
  return newCommand({
    usage: 'import <form> [file]',
    summary: 'store the submissions of a file in a form',
    description: `Stores each row of a file as a submission, with its date. The file is CSV, JSON or NDJSON, such as an export of Formspree, Netlify Forms, Basin, Google Forms or Inlet; - is the standard input. The command says what becomes of each column and what would be stored, and asks.

The same row is stored once, so a command that was interrupted can be run again, and a newer export adds what is new. Imported submissions send no mail, call no integration, and do not count toward the monthly limit.

The exit code is 0 if every row is stored, and 1 if a row was refused.`,
    args: { form: 'its id, endpoint or name', file: 'the file, or - for the standard input' },
    examples: [
      ['inlet import Contact formspree.csv', 'See what a file has, and import it after a question'],
      ['inlet import Contact answers.csv --date Timestamp --day-first --skip ip', 'Say what its columns are'],
      ['inlet import Contact --undo 5f0c8a34-9c55-4c4e-8f0e-0d5f4d0c2f11', 'Delete what an import has stored'],
    ],
  })
    .option('-y, --yes', 'do not ask')
    .option('--dry-run', 'show what would be stored and store nothing')
    .option('--date <column>', 'the column with the time of each row')
    .option('--no-date', 'no column is the time')
    .option('--day-first', '03/04/2026 is in April')
    .option('--month-first', '03/04/2026 is in March')
    .option('--time-zone <zone>', 'of times that name none; else that of this machine')
    .option('--origin <column>', 'the column with the website')
    .option('--no-origin', 'no column is the website')
    .option('--field <column=name>', 'store a column under this name; can be repeated', collect)
    .option('--skip <column>', 'leave a column out; can be repeated', collect)
    .option('--undo <import>', 'delete what an import has stored; its id is in the result of the import')
    .action((name: string, file: string | undefined, options: ImportOptions) =>
      options.undo === undefined
        ? importFile(tools, name, file, options)
        : undoImport(tools, name, options.undo, options),
    );
}

async function importFile(tools: Tools, name: string, file: string | undefined, options: ImportOptions): Promise<void> {
  if (file === undefined) throw missingFile();
  const output = tools.output(options);
  const { api } = await tools.connect(options);
  const form = await findForm(api, name);
  const source = await openSource(file);
  const mapping = chooseMapping(source.rows, options);
  const job = { api, form, source, mapping, importId: randomUUID(), signal: untilStopped().signal };
  if (!output.isJson) output.result(null, `${showMapping(source, mapping)}\n`);
  if (options.yes && !options.dryRun) return await store(tools, output, job);

  const checked = await sendFile({ ...job, formId: form.id, isCheck: true });
  if (checked.failure) throw checked.failure;
  const { progress } = checked;
  if (!output.isJson) output.result(null, showCounts(progress, source.shape, 'would be imported'));
  if (options.dryRun) return report(tools, output, job, { progress, isStored: false });
  checkRoom(progress);
  if (progress.imported === 0) return report(tools, output, job, { progress, isStored: false });
  if (source.bytes === null) throw notConfirmed('Run it again with --yes: this input can be read once.');
  const question = `Import ${formatCount(progress.imported, 'submission')} into "${plainText(form.name)}"?`;
  if (!(await tools.confirm(question))) throw notConfirmed('Change the options and run it again, or answer with "y".');
  await store(tools, output, job);
}

interface Job {
  readonly api: Api;
  readonly form: Form;
  readonly source: Source;
  readonly mapping: SuggestedMapping;
  readonly importId: string;
  readonly signal: AbortSignal;
}

async function store(tools: Tools, output: Output, job: Job): Promise<void> {
  const sent = await sendFile({ ...job, formId: job.form.id, isCheck: false });
  if (sent.failure) throw brokenOff(job, sent.progress.imported, sent.failure);
  if (!output.isJson) output.result(null, showCounts(sent.progress, job.source.shape, 'imported'));
  report(tools, output, job, { progress: sent.progress, isStored: true });
}

interface Report {
  readonly progress: ImportProgress;
  readonly isStored: boolean;
}

/** The last words for people, and all of them for scripts. */
function report(tools: Tools, output: Output, job: Job, { progress, isStored }: Report): void {
  const { form, mapping, importId } = job;
  const { imported, known, refusedCount, refused } = progress;
  const result = {
    ...{ form: { id: form.id, name: form.name }, importId: isStored ? importId : null, isStored, mapping },
    ...{ imported, known, refusedCount, refused },
  };
  output.result(result, showSummary({ form, importId, progress, isStored }));
  if (refusedCount > 0) tools.exitWith(exitCodes.failed);
}

async function undoImport(tools: Tools, name: string, importId: string, options: ImportOptions): Promise<void> {
  const output = tools.output(options);
  const { api } = await tools.connect(options);
  const form = await findForm(api, name);
  const { imports } = await api.call('listImports', { path: { id: form.id } });
  const found = imports.find(({ id }) => id === importId.toLowerCase());
  if (!found) {
    throw new CliError(`"${form.name}" has no import ${importId}.`, {
      next:
        imports.length === 0
          ? 'Nothing was imported into it.'
          : `It has:${imports.map(({ id, createdAt, left }) => `\n  ${id}  ${createdAt}  ${formatCount(left, 'submission')}`).join('')}`,
      code: 'import_not_found',
      exitCode: exitCodes.notFound,
    });
  }
  const question = `Delete ${formatCount(found.left, 'imported submission')} from "${plainText(form.name)}"?`;
  if (!options.yes && !(await tools.confirm(question))) throw notConfirmed('Answer with "y" to undo the import.');
  const { count, pending = 0 } = await api.call('undoImport', { path: { id: form.id, importId: found.id } });
  const more = pending > 0 ? ` ${formatNumber(pending)} more ${isOrAre(pending)} being deleted.` : '';
  output.result(
    { form: { id: form.id, name: form.name }, importId: found.id, count, pending },
    `Deleted ${formatCount(count, 'submission')}.${more}`,
  );
}

/** What is stored stays, and the next run continues behind it. */
function brokenOff({ form, importId }: Job, imported: number, reason: Error): Error {
  if (!(reason instanceof CliError)) return reason;
  const undo = imported === 0 ? '' : `\nOr delete what it stored: inlet import ${form.id} --undo ${importId}`;
  const isFull = reason.code === 'import_limit_reached';
  const step = isFull ? 'Then run the command again: it continues.' : 'Run the command again: it continues.';
  return new CliError(`${reason.message} ${formatCount(imported, 'submission')} ${isOrAre(imported)} imported.`, {
    next: `${step}${undo}`,
    ...{ code: reason.code, exitCode: reason.exitCode, issues: reason.issues, cause: reason },
  });
}

/** The check compares the file with the plan, so that no import stops halfway. */
function checkRoom({ imported, room }: ImportProgress): void {
  if (room === null || imported <= room) return;
  throw new CliError(
    `The file has ${formatCount(imported, 'new submission')}, and the plan has room for ${formatNumber(room)} more.`,
    {
      next: 'Delete imported submissions, undo an import, choose a larger plan, or divide the file.',
      code: 'import_limit_reached',
      exitCode: exitCodes.notAllowed,
    },
  );
}

function missingFile(): CliError {
  return new CliError('The command needs a file.', {
    next: 'Name the file that you exported, or - for the standard input.',
    code: 'missing_file',
    exitCode: exitCodes.usage,
  });
}

function notConfirmed(next: string): CliError {
  return new CliError('Nothing was changed.', { next, code: 'not_confirmed' });
}
