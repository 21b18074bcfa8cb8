import type { Command } from 'commander';
import { CliError } from '#cli-error.ts';
import type { Api } from '#connection/api.ts';
import { findForm } from '#connection/find-form.ts';
import { atPlace } from '#settings/at-place.ts';
import { differences } from '#settings/differences.ts';
import { type FileRules, readRulesFile } from '#settings/rules-file.ts';
import { showChange } from '#settings/show-plan.ts';
import { type CommonOptions, newCommand, type Tools } from '#tools.ts';
import { saveValue } from '#yaml/save-value.ts';
import { requireYamlFile, type YamlFile } from '#yaml/yaml-file.ts';

interface PushOptions extends CommonOptions {
  readonly dryRun?: true;
}

export function rulesPushCommand(tools: Tools): Command {
  return newCommand({
    usage: 'push <form> <file>',
    summary: 'save the rules of a file',
    description: `Replaces the rules of a form by those of a YAML or JSON file. If the file has faults, each is named with its line, and nothing is saved.

If the file has a version, it must be the saved one: rules that somebody changed since \`inlet rules pull\` are not overwritten. The new version is written into the file. Without a version the rules of the file are always saved.`,
    examples: [
      ['inlet rules push contact rules.yml --dry-run', 'See what would change'],
      ['inlet rules push contact rules.yml', 'Save the rules'],
    ],
  })
    .option('--dry-run', 'show what would change and save nothing')
    .action(async (wanted: string, path: string, options: PushOptions) => {
      const { api } = await tools.connect(options);
      const file = await requireYamlFile(path, 'Write one with `inlet rules pull FORM FILE`.');
      const { version, ...rules } = readRulesFile(file);
      const form = await findForm(api, wanted);
      const { version: saved, ...stored } = await api.call('readRules', { path: { id: form.id } });
      const changes = differences(stored, rules);
      if (version !== undefined && version !== saved && changes.length > 0)
        throw changedSince({ saved, version, path, id: form.id });
      const now = options.dryRun ? saved : await save(api, form.id, file, { ...rules, version: version ?? saved });
      if (version !== undefined && version !== now)
        await saveValue(path, { ...(file.content as object), version: now });
      const listed = changes.map(({ path: at, before = null, after = null }) => ({ path: at, before, after }));
      const result = {
        form: { id: form.id, name: form.name },
        version: now,
        isSaved: options.dryRun !== true,
        changes: listed,
      };
      const shown =
        changes.length === 0
          ? [`"${form.name}" has these rules already.`]
          : [...changes.map(showChange), summaryOf(options, form.name, now)];
      tools.output(options).result(result, shown.join('\n'));
    });
}

function summaryOf({ dryRun }: PushOptions, name: string, version: number): string {
  return dryRun ? 'Nothing was saved.' : `Saved as version ${version} of the rules of "${name}".`;
}

async function save(api: Api, id: string, file: YamlFile, body: FileRules): Promise<number> {
  const { version } = await atPlace(file, [], () => api.call('saveRules', { path: { id }, body }));
  return version;
}

interface Versions {
  readonly saved: number;
  readonly version: number;
  readonly path: string;
  readonly id: string;
}

function changedSince({ saved, version, path, id }: Versions): CliError {
  return new CliError(`Somebody changed the rules: ${path} has version ${version}, and version ${saved} is saved.`, {
    next: `Run \`inlet rules pull ${id} ${path}\` and make your change again, or remove the version from the file to overwrite them.`,
    code: 'rules_changed',
  });
}
