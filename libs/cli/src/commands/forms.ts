import type { Command } from 'commander';
import { listForms } from '#connection/list-forms.ts';
import { table } from '#output/table.ts';
import { type CommonOptions, newCommand, type Tools } from '#tools.ts';

export function formsCommand(tools: Tools): Command {
  return newCommand({
    usage: 'forms',
    summary: 'list your forms',
    description:
      'Lists the forms of the workspace, newest first. Other commands take the id, the endpoint or the name.',
    examples: [
      ['inlet forms', 'See every form'],
      ["inlet forms --json | jq -r '.forms[].endpointUrl'", 'Get the endpoints'],
    ],
  }).action(async (options: CommonOptions) => {
    const { api } = await tools.connect(options);
    const forms = await listForms(api);
    const rows = forms.map(({ id, name, endpointId, submissionCount, isActive }) => [
      ...[id, endpointId, String(submissionCount), isActive ? 'open' : 'off'],
      name,
    ]);
    const none = 'You have no form yet. Create one in the dashboard.';
    const text = forms.length === 0 ? none : table(['ID', 'ENDPOINT', 'SUBMISSIONS', 'STATE', 'NAME'], rows);
    tools.output(options).result({ forms }, text);
  });
}
