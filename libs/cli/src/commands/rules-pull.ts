import type { SavedRules } from '@inlet/contracts/saved-rules';
import type { Command } from 'commander';
import { findForm } from '#connection/find-form.ts';
import { type CommonOptions, newCommand, type Tools } from '#tools.ts';
import { saveValue, textFor } from '#yaml/save-value.ts';

export function rulesPullCommand(tools: Tools): Command {
  return newCommand({
    usage: 'pull <form> [file]',
    summary: 'read the rules of a form into a file',
    description: `Writes the rules of a form into a file, as JSON if its name ends with .json and as YAML otherwise. Without a file they are printed. The comments of a YAML file stay.

The file has the version of the rules. \`inlet rules push\` sends it back, so that it overwrites nothing newer.`,
    examples: [
      ['inlet rules pull contact rules.yml', 'Keep the rules in a file'],
      ['inlet rules pull contact --json | jq .fields', 'Look at the fields'],
    ],
  }).action(async (wanted: string, path: string | undefined, options: CommonOptions) => {
    const { api } = await tools.connect(options);
    const form = await findForm(api, wanted);
    const rules = inOrder(await api.call('readRules', { path: { id: form.id } }));
    const output = tools.output(options);
    if (path === undefined) {
      output.result(rules, textFor(rules).trimEnd());
      return;
    }
    await saveValue(path, rules);
    const { version, fields } = rules;
    const text = `${path} has version ${version} of the rules of "${form.name}": ${fields.length} field${fields.length === 1 ? '' : 's'}.`;
    output.result({ form: { id: form.id, name: form.name }, file: path, version, fields: fields.length }, text);
  });
}

function inOrder({ version, mode, unknown, fields }: SavedRules): SavedRules {
  return { version, mode, unknown, fields };
}
