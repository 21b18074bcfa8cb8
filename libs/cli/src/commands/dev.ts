import { normaliseOrigin, originMessage } from '@inlet/contracts/origins';
import type { Command } from 'commander';
import { CliError } from '#cli-error.ts';
import type { MockForm, MockSubmission } from '#dev/mock-server.ts';
import { exitCodes } from '#exit-codes.ts';
import type { Output } from '#output/output.ts';
import { plainText } from '#output/plain-text.ts';
import { submissionText } from '#output/submission-text.ts';
import { untilStopped } from '#output/until-stopped.ts';
import { readRulesFile } from '#settings/rules-file.ts';
import { type CommonOptions, newCommand, type Tools } from '#tools.ts';
import { requireYamlFile } from '#yaml/yaml-file.ts';

interface DevOptions extends CommonOptions {
  readonly port: string;
  readonly rules?: string;
  readonly origin: readonly string[];
  readonly files: boolean;
  readonly fail?: string;
}

/** The endpoint keeps numbers as they are written, and `JSON.parse` of older versions does not tell it. */
const nodeMin = 22;
const portMax = 65_535;

export function devCommand(tools: Tools): Command {
  return newCommand({
    usage: 'dev',
    summary: 'answer forms on this machine as Inlet does, without the network',
    description: `Starts a server that answers every endpoint as Inlet does, and prints what arrives. Point the form of your page to it while you build the page offline, or let tests send to it. Nothing is stored and no mail is sent.

Any id of 12 small letters and digits is a form. Each takes submissions of every website, and files, and has no rules, unless an option says otherwise. It needs Node ${nodeMin}.`,
    examples: [
      ['inlet dev', 'Answer at http://localhost:8090/f/abcdefghijkl'],
      ['inlet dev --rules rules.yml --port 4000', 'Refuse what breaks the rules of a file'],
      ['inlet dev --fail 503,429', 'Refuse the first two submissions, to see a page try again'],
    ],
  })
    .option('-p, --port <port>', 'the port; 0 for a free one', '8090')
    .option('--rules <file>', 'the rules of the forms, as of `inlet rules pull`')
    .option('--origin <website>', 'only take submissions from this website; can be repeated', collect, [])
    .option('--no-files', 'take no files')
    .option('--fail <statuses>', 'refuse the next submissions with these statuses, such as 503,429')
    .action((options: DevOptions) => serve(tools, options));
}

async function serve(tools: Tools, options: DevOptions): Promise<void> {
  if (Number.parseInt(process.versions.node, 10) < nodeMin) throw nodeTooOld();
  const port = readPort(options.port);
  const failures = readStatuses(options.fail);
  const form = await readForm(options);
  const output = tools.output(options);
  const { startMockServer } = await import('#dev/mock-server.ts');
  const { signal } = untilStopped();
  const server = await startMockServer({
    ...{ port, form, failures },
    onSubmission: (submission) => printSubmission(output, submission),
    onRefusal: (code) => void output.line({ type: 'refused', code }, `Refused: ${code}`),
    onError: (error) => output.note(`The server failed: ${String(error)}`),
  }).catch((cause: Error) => {
    throw cannotListen(port, cause);
  });
  const ready = { type: 'ready', url: server.url, endpoint: `${server.url}/f/abcdefghijkl` };
  await output.line(ready, `Answering at ${ready.endpoint}, and every other id. Ctrl-C ends.\n`);
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
  await server.close();
}

/** The submission, and what a person would not see in its fields. */
async function printSubmission(output: Output, submission: MockSubmission): Promise<void> {
  const { isSpam, ruleErrors } = submission;
  const notes = [
    ...(isSpam ? ['Spam: the honeypot is filled.'] : []),
    ...ruleErrors.map(({ field, message }) => `Breaks a rule: ${field}: ${message}`),
  ];
  const text = [submissionText(submission), ...notes.map((note) => `  ${plainText(note)}\n`)].join('');
  await output.line({ type: 'submission', ...submission }, text);
}

async function readForm({ rules: path, origin, files }: DevOptions): Promise<MockForm> {
  const allowedOrigins = origin.map(readOrigin);
  const form = { allowedOrigins, ...(files && { files: { types: [] } }) };
  if (path === undefined) return form;
  const rules = readRulesFile(await requireYamlFile(path, 'Write one with `inlet rules pull FORM FILE`.'));
  return { ...form, rules: { ...rules, version: Math.max(rules.version ?? 1, 1) } };
}

function readOrigin(text: string): string {
  const entry = normaliseOrigin(text);
  if (entry !== null) return entry;
  throw wrongOption(`"${text}" is not a website.`, `${originMessage}, or be localhost with a port.`, 'invalid_origin');
}

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : portMax + 1;
  if (port <= portMax) return port;
  throw wrongOption(`"${text}" is not a port.`, 'Give a number such as 8090 with --port.', 'invalid_port');
}

function readStatuses(text = ''): number[] {
  const parts = text.split(',').filter((part) => part !== '');
  if (parts.every((part) => /^[45]\d\d$/.test(part))) return parts.map(Number);
  throw wrongOption(
    `--fail ${text} has no statuses.`,
    'Give numbers from 400 to 599, such as 503,429.',
    'invalid_fail',
  );
}

function collect(value: string, earlier: readonly string[]): string[] {
  return [...earlier, value];
}

function wrongOption(message: string, next: string, code: string): CliError {
  return new CliError(message, { next, code, exitCode: exitCodes.usage });
}

function nodeTooOld(): CliError {
  return new CliError(`\`inlet dev\` needs Node ${nodeMin}, and this is Node ${process.versions.node}.`, {
    next: `Install Node ${nodeMin} or newer, and run the command again.`,
    code: 'node_too_old',
  });
}

function cannotListen(port: number, cause: Error): CliError {
  return new CliError(`The port ${port} cannot be used: ${cause.message}`, {
    next: 'Choose another port with --port, or end the program that has it.',
    code: 'port_unavailable',
    cause,
  });
}
