import { type Command, Option } from 'commander';
import { findForm } from '#connection/find-form.ts';
import { checkOutput, fileTypes, writeExport } from '#export/write-export.ts';
import { type CommonOptions, newCommand, type Tools } from '#tools.ts';

interface ExportOptions extends CommonOptions {
  readonly format: keyof typeof fileTypes;
  readonly output?: string;
  readonly columns?: 'fields';
  readonly q?: string;
  readonly from?: string;
  readonly to?: string;
  readonly origin?: string;
  readonly status?: 'open' | 'done';
  readonly tag?: string;
  readonly assignee?: string;
  readonly spam?: true;
  readonly read?: boolean;
  readonly starred?: true;
  readonly ruleErrors?: true;
  readonly confirmed?: true;
}

export function exportCommand(tools: Tools): Command {
  return newCommand({
    usage: 'export <form>',
    summary: 'write the submissions of a form into a file',
    description: `Writes the submissions of a form, newest first, to the standard output or into a file. The options filter
them as in the inbox. A file appears under its name when it is complete; until then its name ends in .part.`,
    args: { form: 'its id, endpoint or name' },
    examples: [
      ['inlet export Contact > contact.csv', 'Everything in the inbox, as CSV'],
      ['inlet export Contact --format xlsx --output contact.xlsx', 'A spreadsheet with a column for each field'],
      ["inlet export Contact --format ndjson --from 2026-11-01 | jq '.data.email'", 'The addresses of a month'],
    ],
  })
    .addOption(new Option('--format <format>', 'the format').choices(Object.keys(fileTypes)).default('csv'))
    .option('-o, --output <file>', 'the file (default: the standard output)')
    .addOption(new Option('--columns <columns>', 'CSV with a column for each field').choices(['fields']))
    .option('--q <words>', 'what the fields contain: words, field:value, "phrases"')
    .option('--from <time>', 'received at this time or later, such as 2026-11-01')
    .option('--to <time>', 'received before this time')
    .option('--origin <website>', 'sent from this website, such as https://example.com')
    .addOption(new Option('--status <status>', 'open or done').choices(['open', 'done']))
    .option('--tag <tag>', 'with this tag')
    .option('--assignee <member>', 'assigned to: the id of a member, or none')
    .option('--spam', 'the spam folder instead of the inbox')
    .option('--read', 'only read submissions')
    .option('--no-read', 'only unread submissions')
    .option('--starred', 'only starred submissions')
    .option('--rule-errors', 'only submissions that break a rule of the form')
    .option('--confirmed', 'only submissions with a confirmed address')
    .action((name: string, options: ExportOptions) => exportForm(tools, name, options));
}

async function exportForm(tools: Tools, name: string, options: ExportOptions): Promise<void> {
  const { output: file, json, url: _url, ...query } = options;
  checkOutput({ file, isText: fileTypes[options.format].isText, isJson: json === true });
  const output = tools.output(options);
  const { api } = await tools.connect(options);
  const form = await findForm(api, name);
  const accept = fileTypes[options.format].accept;
  const response = await api.open('exportSubmissions', { path: { id: form.id }, query, accept });
  const written = await writeExport(response, { file });
  if (file === undefined) return;
  const text = `Wrote "${form.name}" to ${file}.`;
  output.result({ formId: form.id, format: options.format, file, bytes: written }, text);
}
