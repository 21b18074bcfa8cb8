import { readFile } from 'node:fs/promises';
import { createKey, type Refused, submit } from '@inlet/client/source';
import type { Command } from 'commander';
import { CliError } from '#cli-error.ts';
import { findForm } from '#connection/find-form.ts';
import { readInput } from '#connection/read-input.ts';
import { type ExitCode, exitCodes } from '#exit-codes.ts';
import { fieldsOf, fieldsOfJson } from '#submit/read-fields.ts';
import { type CommonOptions, newCommand, type Tools } from '#tools.ts';

interface SubmitOptions extends CommonOptions {
  readonly data?: string;
  readonly key?: string;
}

/** The endpoint refuses a longer body in any case. */
const inputBytesMax = 2_000_000;
/** After this time without an answer, a person wants to know why. */
const patientMs = 3_000;
const isAddress = /^https?:\/\//i;

export function submitCommand(tools: Tools): Command {
  return newCommand({
    usage: 'submit <form> [field...]',
    summary: 'send a submission to a form',
    description: `Sends a submission to the public endpoint of a form, as a page does. It counts, and it is stored. With the address of the endpoint you need not be signed in.

A field is name=value. With := the value is JSON, and =@ attaches a file. A name that is given twice becomes a list. --data takes all fields as a JSON object; without fields the object is read from the standard input.

After a failure of the network or the service, it tries again with the same idempotency key, so nothing is stored twice.`,
    args: { form: 'the address of its endpoint, its id or name', field: 'name=value, name:=JSON or name=@FILE' },
    examples: [
      ['inlet submit Contact email=ada@example.com message="Hello"', 'Send two fields'],
      ['inlet submit https://forms.example.com/f/abcdefghijkl email=ada@example.com', 'Send without an API key'],
      ['inlet submit Jobs name=Ada age:=36 cv=@cv.pdf', 'Send a file'],
      ['inlet submit Contact --data @submission.json', 'Send the JSON of a file'],
    ],
  })
    .option('-d, --data <json>', 'the fields as a JSON object: the text, @FILE, or @- for the standard input')
    .option('-k, --key <key>', 'the idempotency key (default: a new one)')
    .action(async (form: string, args: readonly string[], options: SubmitOptions) => {
      const fields = await readFields(args, options.data);
      const endpoint = await findEndpoint(tools, form, options);
      const output = tools.output(options);
      const { key = createKey() } = options;
      const notice = setTimeout(() => output.note('No answer yet. Trying again for two minutes at most.'), patientMs);
      const outcome = await submit(endpoint, fields, { key, queue: false }).finally(() => clearTimeout(notice));
      if (outcome.state !== 'sent') throw refusalOf(outcome as Refused, endpoint, key);
      const { submissionId, message, next } = outcome;
      const lines = [`Stored as ${submissionId}.`, `Visitors read: ${message}`];
      output.result({ submissionId, message, next, endpoint, key }, lines.join('\n'));
    });
}

async function readFields(args: readonly string[], data: string | undefined) {
  if (args.length > 0 && data !== undefined) {
    throw new CliError('Fields and --data cannot be combined.', {
      next: 'Write all fields as arguments, or all of them into --data.',
      code: 'fields_and_data',
      exitCode: exitCodes.usage,
    });
  }
  if (args.length > 0) return fieldsOf(args);
  if (data === undefined && process.stdin.isTTY) throw noFields();
  return fieldsOfJson(await readData(data ?? '@-'));
}

async function readData(data: string): Promise<string> {
  if (!data.startsWith('@')) return data;
  if (data === '@-') {
    const text = await readInput(process.stdin, inputBytesMax);
    if (text.trim() === '') throw noFields();
    return text;
  }
  return readFile(data.slice(1), 'utf8').catch((cause: Error) => {
    throw new CliError(`The file "${data.slice(1)}" cannot be read.`, {
      next: 'Check the path after --data @.',
      code: 'unreadable_file',
      exitCode: exitCodes.usage,
      cause,
    });
  });
}

function noFields(): CliError {
  return new CliError('The submission has no fields.', {
    next: 'Give fields such as email=ada@example.com, or a JSON object with --data.',
    code: 'no_fields',
    exitCode: exitCodes.usage,
  });
}

async function findEndpoint(tools: Tools, form: string, options: CommonOptions): Promise<string> {
  if (isAddress.test(form) && URL.canParse(form)) return new URL(form).href;
  const { api } = await tools.connect(options);
  return (await findForm(api, form)).endpointUrl;
}

const exitCodeOf: Readonly<Record<string, ExitCode>> = {
  form_not_found: exitCodes.notFound,
  http_404: exitCodes.notFound,
  http_405: exitCodes.notFound,
  origin_not_allowed: exitCodes.notAllowed,
  form_closed: exitCodes.notAllowed,
  not_open_yet: exitCodes.notAllowed,
};
const nextOf: Readonly<Record<string, string>> = {
  form_not_found: 'Check the address, or run `inlet forms` to see which forms are open.',
  http_404: 'Check the address: it ends in /f/ and the id of the endpoint.',
  http_405: 'Check the address: it ends in /f/ and the id of the endpoint.',
  origin_not_allowed:
    'The form only takes submissions from its websites. Send from one of them, or change its settings.',
  form_closed: 'Open the form in its settings.',
  not_open_yet: 'Wait until the form opens, or change its settings.',
  idempotency_key_reused: 'Leave out --key, or send the same fields as before.',
  submission_limit_reached: 'Wait until next month, or choose a larger plan in the account settings.',
  rate_limited: 'Try again in a minute.',
};

/** Says which fields are wrong. A submission without a decision can be sent again, and is stored once. */
function refusalOf({ code, message, errors, retryAfterMs }: Refused, endpoint: string, key: string): CliError {
  const issues = errors.flatMap(({ field, message: fault }) =>
    field === undefined ? [] : [{ field, message: fault }],
  );
  // With one fault, the message already is that fault.
  const listed = issues.filter(({ message: fault }) => !message.includes(fault));
  const lines = listed.map(({ field, message: fault }) => `\n  ${field}: ${fault}`).join('');
  const isUndecided = retryAfterMs !== undefined;
  const again = `Run the command again with --key ${key}: then it is stored once.`;
  return new CliError(code === 'http_0' ? `${endpoint} does not answer.` : `${message}${lines}`, {
    next: nextOf[code] ?? (isUndecided ? again : 'Change the fields and run the command again.'),
    code: code === 'http_0' ? 'away' : code,
    exitCode: exitCodeOf[code] ?? (isUndecided && code !== 'rate_limited' ? exitCodes.away : exitCodes.failed),
    issues,
    retryAfterMs,
  });
}
