import { setTimeout } from 'node:timers/promises';
import type { CheckFinding, FormCheck } from '@inlet/contracts/form-check';
import type { Command } from 'commander';
import { CliError } from '#cli-error.ts';
import type { Api } from '#connection/api.ts';
import { findForm } from '#connection/find-form.ts';
import { exitCodes } from '#exit-codes.ts';
import { coloured } from '#output/output.ts';
import { plainText } from '#output/plain-text.ts';
import { type CommonOptions, newCommand, type Tools } from '#tools.ts';

const pauseMs = 1_000;
/** A check-up takes a minute at most, and waits for a worker before. */
const readsMax = 180;

export function checkCommand(tools: Tools): Command {
  return newCommand({
    usage: 'check <url> <form>',
    summary: 'check the page that has a form',
    description: `Fetches the page, compares its form with the settings, sends a test submission as the page would, and follows it to each mail and integration. It takes a minute at most. Recipients and integrations get a message that is marked as a test; the submission is not kept and counts nowhere.

The exit code is 1 if a fault was found, and 0 if not. A fault loses submissions, parts of them, or the messages about them; a note is for your information.`,
    examples: [
      ['inlet check https://www.example.com/contact contact', 'Check a page after a deployment'],
      ["inlet check https://www.example.com/contact contact --json | jq '.findings[].fix'", 'List what to do'],
    ],
  }).action(async (url: string, wanted: string, options: CommonOptions) => {
    const { api } = await tools.connect(options);
    const { id } = await findForm(api, wanted);
    const output = tools.output(options);
    output.note(`Checking ${url}. It takes a minute at most.`);
    const check = await runCheck(api, id, url);
    output.result(check, showCheck(check));
    if (check.state === 'faults') tools.exitWith(exitCodes.failed);
  });
}

async function runCheck(api: Api, id: string, url: string): Promise<FormCheck> {
  const { id: checkId } = await api.call('startCheck', { path: { id }, body: { url } });
  for (let reads = 0; reads < readsMax; reads += 1) {
    const check = await api.call('readCheck', { path: { id, checkId } });
    if (check.finishedAt !== null) return check;
    await setTimeout(pauseMs);
  }
  throw new CliError('The check-up did not end within three minutes.', {
    next: 'Look at the check-up of the form in the dashboard, or ask the operator whether the worker runs.',
    code: 'check_unfinished',
    exitCode: exitCodes.away,
  });
}

function showCheck({ findings }: FormCheck): string {
  const faults = findings.filter(({ level }) => level === 'fault').length;
  const notes = findings.length - faults;
  const summary = coloured(faults === 0 ? 'green' : 'red', foundOf(faults, notes));
  return [...findings.flatMap((finding) => [...showFinding(finding), '']), summary].join('\n');
}

function foundOf(faults: number, notes: number): string {
  if (faults + notes === 0) return 'No problems found.';
  return `Found ${faults} fault${faults === 1 ? '' : 's'} and ${notes} note${notes === 1 ? '' : 's'}.`;
}

/** What was found, what to do about it, and what can be copied. The page wrote some of the words. */
function showFinding({ id, level, field, message, fix, code = '' }: CheckFinding): string[] {
  const about = field === undefined ? id : `${id}, field ${field}`;
  const heading = `${level === 'fault' ? coloured('red', 'fault') : coloured('cyan', 'note ')}  ${plainText(message)}`;
  const lines = [`(${about})`, fix, ...code.split('\n')].filter((line) => line !== '');
  return [heading, ...lines.map((line) => `       ${plainText(line)}`)];
}
