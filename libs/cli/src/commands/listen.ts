import { STATUS_CODES } from 'node:http';
import type { Command } from 'commander';
import { CliError } from '#cli-error.ts';
import { chooseUrl } from '#connection/connection.ts';
import { findForm } from '#connection/find-form.ts';
import { exitCodes } from '#exit-codes.ts';
import { followForm } from '#feed/follow-form.ts';
import { readSince } from '#feed/since.ts';
import { createForwarder, type Sending } from '#listen/forwarder.ts';
import { watchKeys } from '#listen/keys.ts';
import { keepSecret } from '#listen/secret.ts';
import { readTargetUrl } from '#listen/target-url.ts';
import { clock } from '#output/clock.ts';
import { isInteractive } from '#output/is-interactive.ts';
import { coloured, type Output } from '#output/output.ts';
import { plainText } from '#output/plain-text.ts';
import { untilStopped } from '#output/until-stopped.ts';
import { type CommonOptions, newCommand, type Tools } from '#tools.ts';

interface ListenOptions extends CommonOptions {
  readonly forwardTo?: string;
  readonly since?: string;
  readonly insecure?: true;
  readonly printSecret?: true;
}

export function listenCommand(tools: Tools): Command {
  return newCommand({
    usage: 'listen [form]',
    summary: 'forward new submissions to your machine, as a webhook would',
    description: `Forwards each new submission of a form to an address that only your machine reaches, with the body, the headers
and the signature of a webhook. Confirmed addresses, submissions released from spam and deletions are forwarded too;
spam is not.

The secret that signs stays the same, so your program can keep it. Events arrive one after the other. While nothing
listens at the address they wait; an answer such as 500 is shown, and r sends the last event again. When the
connection to the installation breaks, nothing is lost: the command connects again and continues where it was.`,
    args: { form: 'its id, endpoint or name' },
    examples: [
      ['inlet listen Contact --forward-to localhost:3000/webhook', 'Forward to a server on your machine'],
      ['inlet listen Contact --forward-to 3000 --since 1h', 'Begin with the last hour'],
      ['export WEBHOOK_SECRET=$(inlet listen --print-secret)', 'Give the secret to the program that verifies'],
    ],
  })
    .option('-f, --forward-to <address>', 'where to send the events: an address or a port of this machine')
    .option('--since <time|cursor>', 'begin there: 10m, 2026-11-28T09:30:00Z, or the cursor of an earlier run')
    .option('--insecure', 'accept any certificate of the address')
    .option('--print-secret', 'print the secret that signs, and end')
    .action((name: string | undefined, options: ListenOptions) =>
      options.printSecret ? printSecret(tools, options) : listen(tools, name, options),
    );
}

async function printSecret(tools: Tools, options: ListenOptions): Promise<void> {
  const url = await chooseUrl(tools.config, options.url);
  const secret = await keepSecret(tools.config.folder, url);
  tools.output(options).result({ secret }, secret);
}

async function listen(tools: Tools, name: string | undefined, options: ListenOptions): Promise<void> {
  const { forwardTo, since, insecure = false } = options;
  if (name === undefined || forwardTo === undefined) {
    throw new CliError('The command needs a form and --forward-to.', {
      next: 'Write it like this: inlet listen Contact --forward-to localhost:3000/webhook',
      code: 'missing_argument',
      exitCode: exitCodes.usage,
    });
  }
  const target = readTargetUrl(forwardTo);
  const after = since === undefined ? 'now' : readSince(since);
  const output = tools.output(options);
  const { url, api } = await tools.connect(options);
  const form = await findForm(api, name);
  const secret = await keepSecret(tools.config.folder, url);
  const { signal, stop } = untilStopped();
  const forwarder = createForwarder({
    ...{ form, signal, target: { url: target, secret, isInsecure: insecure } },
    onRefused: () => output.note(`Nothing listens at ${target}. Events wait until a program does.`),
    onSent: (sending) => printSending(output, form.name, sending),
  });
  // What is no terminal may be a log that others read.
  const signer = process.stderr.isTTY ? secret : 'the secret of `inlet listen --print-secret`';
  output.note(`Forwarding "${plainText(form.name)}" to ${target}\nSigned with ${signer}`);
  const keys = { q: stop, r: () => forwarder.again() || output.note('There is no event to send again yet.') };
  const unwatch = isInteractive() ? watchKeys(keys, stop) : () => undefined;
  try {
    const cursor = await followForm({
      ...{ api, formId: form.id, after, signal, take: forwarder.take },
      onReady: () => {
        const words = isInteractive() ? 'Ready. r sends the last event again, q ends.' : 'Ready.';
        if (output.isJson) void output.line({ type: 'ready', formId: form.id, forwardTo: target }, '');
        else output.note(words);
      },
      onLost: (reason) => output.note(`${plainText(reason)} Connecting again.`),
      onBack: () => output.note('Connected again. Nothing was lost.'),
    });
    output.note(`Continue from here with --since ${cursor}`);
  } finally {
    unwatch();
  }
}

function printSending(output: Output, form: string, sending: Sending): Promise<void> {
  const { event, status, error, ms, isAgain, cursor } = sending;
  const { id, submissionId, event: body } = event;
  const time = new Date();
  const value = { type: 'forwarded', event: body.type, id, submissionId, status, error, ms, isAgain, cursor };
  const isGood = status !== null && status >= 200 && status < 300;
  const answer = status === null ? (error ?? '') : [status, STATUS_CODES[status]].join(' ').trim();
  const parts = [
    clock(time),
    body.type,
    plainText(form),
    submissionId,
    coloured(isGood ? 'green' : 'red', plainText(answer)),
    `${ms} ms`,
  ];
  return output.line({ at: time.toISOString(), ...value }, [...parts, ...(isAgain ? ['(again)'] : [])].join('  '));
}
