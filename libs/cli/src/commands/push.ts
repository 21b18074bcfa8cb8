import type { Command } from 'commander';
import { CliError } from '#cli-error.ts';
import type { Output } from '#output/output.ts';
import { applyPlan } from '#settings/apply-plan.ts';
import type { NewSecret } from '#settings/apply-target.ts';
import { makePlan } from '#settings/make-plan.ts';
import { defaultSettingsFile, openSettingsFile } from '#settings/settings-file.ts';
import { listChanges, showPlan } from '#settings/show-plan.ts';
import { type CommonOptions, newCommand, type Tools } from '#tools.ts';

interface PushOptions extends CommonOptions {
  readonly yes?: true;
  readonly delete?: true;
}

export function pushCommand(tools: Tools): Command {
  return newCommand({
    usage: 'push [file]',
    summary: 'apply a file of settings',
    description: `Shows what differs between a file of settings (default: inlet.yml) and the installation, asks, and applies the file.

A form or an integration without an id is created, and its id is written into the file. Do this on your machine and commit the file before a pipeline pushes it. A secret that you wrote into the file, such as the URL of a Slack channel, is replaced by •••• once it is stored. Nothing that the file lacks is deleted without --delete.

An API key with the scopes forms:write and integrations:write is enough. Such a key reads no submissions.`,
    examples: [
      ['inlet push', 'Apply inlet.yml after a question'],
      ['inlet push --yes', 'Apply it in a pipeline'],
      ['inlet push --delete', 'Also delete forms and integrations that the file lacks'],
    ],
  })
    .option('-y, --yes', 'do not ask')
    .option('--delete', 'delete forms and integrations that the file lacks')
    .action(async (path: string = defaultSettingsFile, options: PushOptions) => {
      const { api } = await tools.connect(options);
      const file = await openSettingsFile(path);
      const plan = await makePlan(api, file, { deletes: options.delete === true });
      const output = tools.output(options);
      const changes = listChanges(plan);
      if (plan.length === 0) {
        output.result({ changes, secrets: [] }, `${path} and the installation have the same settings.`);
        return;
      }
      if (!output.isJson) output.result(null, showPlan(plan));
      if (!options.yes && !(await tools.confirm('Apply these changes?'))) throw notConfirmed();
      const secrets = await applyPlan(api, file, plan);
      output.result(
        { changes, secrets },
        ['Applied.', ...secrets.map((secret) => showSecret(secret, output))].join('\n'),
      );
    });
}

/** The log of a pipeline is no place for a secret. */
function showSecret({ name, secret }: NewSecret, { isTerminal }: Output): string {
  return isTerminal
    ? `The secret of "${name}", shown only now: ${secret}`
    : `The secret of "${name}" is only in the output of --json. You can replace it in the dashboard.`;
}

function notConfirmed(): CliError {
  return new CliError('Nothing was changed.', {
    next: 'Change the file and push it again, or answer with "y".',
    code: 'not_confirmed',
  });
}
