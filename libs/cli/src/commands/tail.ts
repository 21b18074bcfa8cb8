import type { Change } from '@inlet/contracts/changes';
import type { Command } from 'commander';
import { findForm } from '#connection/find-form.ts';
import { followForm } from '#feed/follow-form.ts';
import { readSince } from '#feed/since.ts';
import { plainText } from '#output/plain-text.ts';
import { submissionText } from '#output/submission-text.ts';
import { untilStopped } from '#output/until-stopped.ts';
import { type CommonOptions, newCommand, type Tools } from '#tools.ts';

interface TailOptions extends CommonOptions {
  readonly since?: string;
}

export function tailCommand(tools: Tools): Command {
  return newCommand({
    usage: 'tail <form>',
    summary: 'print new submissions as they arrive',
    description: `Prints each submission when it arrives in the inbox of a form, until you end it with Ctrl-C. Spam is
printed when somebody releases it from the spam folder.

With --json each line is a submission. A broken connection loses none: the command connects again and continues.`,
    args: { form: 'its id, endpoint or name' },
    examples: [
      ['inlet tail Contact', 'Watch a form'],
      ['inlet tail Contact --since 1d', 'Begin with the last day'],
      ["inlet tail Contact --json | jq -r '.data.email'", 'Print the field email of each submission'],
    ],
  })
    .option('--since <time|cursor>', 'where to begin: 10m, 2026-11-28T09:30:00Z, or the cursor of an earlier run')
    .action((name: string, options: TailOptions) => tail(tools, name, options));
}

async function tail(tools: Tools, name: string, options: TailOptions): Promise<void> {
  const { since } = options;
  const after = since === undefined ? 'now' : readSince(since);
  const output = tools.output(options);
  const { api } = await tools.connect(options);
  const form = await findForm(api, name);
  const { signal } = untilStopped();
  const take = async ({ type, submission, labels = {} }: Change) => {
    if (submission === null || (type !== 'created' && type !== 'released')) return;
    await output.line(submission, submissionText(submission, labels));
  };
  const cursor = await followForm({
    ...{ api, formId: form.id, after, signal, take },
    onReady: () => output.note(`Waiting for submissions of "${plainText(form.name)}". Press Ctrl-C to stop.`),
    onLost: (reason) => output.note(`${plainText(reason)} Connecting again.`),
    onBack: () => output.note('Connected again. Nothing was lost.'),
  });
  output.note(`Continue from here with --since ${cursor}`);
}
