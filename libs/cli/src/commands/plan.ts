import type { Command } from 'commander';
import { exitCodes } from '#exit-codes.ts';
import { makePlan } from '#settings/make-plan.ts';
import { defaultSettingsFile, openSettingsFile } from '#settings/settings-file.ts';
import { listChanges, showPlan } from '#settings/show-plan.ts';
import { type CommonOptions, newCommand, type Tools } from '#tools.ts';

interface PlanOptions extends CommonOptions {
  readonly delete?: true;
}

export function planCommand(tools: Tools): Command {
  return newCommand({
    usage: 'plan [file]',
    summary: 'show what a push would change',
    description: `Compares a file of settings (default: inlet.yml) with the installation, and shows what \`inlet push\` would change. Nothing is changed.

It prints nothing if there is no difference. The exit code is 0 then, 2 if something differs, and another one if the file or the command line has a fault.`,
    examples: [
      ['inlet plan', 'See what a push of inlet.yml would change'],
      ['inlet plan --json', 'Get the changes, for a comment on a pull request'],
      ['inlet plan --delete', 'Also see what is missing in the file'],
    ],
  })
    .option('--delete', 'include forms and integrations that the file lacks')
    .action(async (path: string = defaultSettingsFile, options: PlanOptions) => {
      const { api } = await tools.connect(options);
      const file = await openSettingsFile(path);
      const plan = await makePlan(api, file, { deletes: options.delete === true });
      const output = tools.output(options);
      if (plan.length > 0 || output.isJson)
        output.result({ changes: listChanges(plan), notes: plan.flatMap(({ notes }) => notes) }, showPlan(plan));
      if (plan.length > 0) tools.exitWith(exitCodes.difference);
    });
}
