import type { Command } from 'commander';
import { pullSettings } from '#settings/pull-settings.ts';
import { defaultSettingsFile, readSettingsFile } from '#settings/settings-file.ts';
import { type CommonOptions, newCommand, type Tools } from '#tools.ts';
import { readYamlFile, writeYamlFile } from '#yaml/yaml-file.ts';

export function pullCommand(tools: Tools): Command {
  return newCommand({
    usage: 'pull [file]',
    summary: 'write the settings of your forms into a file',
    description: `Writes the settings of all forms into a YAML file (default: inlet.yml): rules, integrations and their conditions, notifications, the page, closing, spam, retention and check-ups.

A file that exists is brought up to date. Its comments stay, and a setting that it leaves out stays left out. Forms and integrations that it lacks are added; those that were deleted are removed. Secrets are never in the file: •••• stands for one that is stored.`,
    examples: [
      ['inlet pull', 'Write or refresh inlet.yml'],
      ['inlet pull && git diff --exit-code inlet.yml', 'Fail if somebody changed a setting in the dashboard'],
    ],
  }).action(async (path: string = defaultSettingsFile, options: CommonOptions) => {
    const { api } = await tools.connect(options);
    const found = await readYamlFile(path);
    const file = found && found.content !== null ? readSettingsFile(found) : null;
    const { document, forms, isChanged, lacksTargets } = await pullSettings(api, file);
    if (isChanged) await writeYamlFile(path, document);
    const output = tools.output(options);
    if (lacksTargets) output.note('Integrations are left out: the API key or the plan does not include them.');
    const count = `${forms} form${forms === 1 ? '' : 's'}`;
    const text = isChanged ? `${path} has the settings of ${count}.` : `${path} is up to date.`;
    output.result({ file: path, forms, isChanged }, text);
  });
}
