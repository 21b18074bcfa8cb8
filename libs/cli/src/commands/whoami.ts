import type { Command } from 'commander';
import { workspaceOf } from '#commands/login.ts';
import { type CommonOptions, newCommand, type Tools } from '#tools.ts';

export function whoamiCommand(tools: Tools): Command {
  return newCommand({
    usage: 'whoami',
    summary: 'show the workspace and the installation that commands use',
    description: 'Shows which installation and which workspace commands use, and where their key comes from.',
    examples: [
      ['inlet whoami', 'See what a command would use'],
      ['inlet whoami && inlet forms', 'Continue only if the key is valid'],
    ],
  }).action(async (options: CommonOptions) => {
    const { url, api } = await tools.connect(options);
    const user = await api.call('readMe');
    const { workspace, email, plan } = user;
    const keyFrom = tools.config.token === undefined ? 'login' : 'INLET_TOKEN';
    const lines = [
      `Installation  ${url}`,
      `Workspace     ${workspaceOf(user)}`,
      `Owner         ${email}`,
      `Key           ${keyFrom === 'login' ? 'of inlet login' : 'in INLET_TOKEN'}`,
    ];
    tools.output(options).result({ url, workspace, email, plan, keyFrom }, lines.join('\n'));
  });
}
