import { Command } from 'commander';
import { checkCommand } from '#commands/check.ts';
import { completionCommand } from '#commands/completion.ts';
import { devCommand } from '#commands/dev.ts';
import { exportCommand } from '#commands/export.ts';
import { formsCommand } from '#commands/forms.ts';
import { importCommand } from '#commands/import.ts';
import { listenCommand } from '#commands/listen.ts';
import { loginCommand } from '#commands/login.ts';
import { logoutCommand } from '#commands/logout.ts';
import { mcpCommand } from '#commands/mcp.ts';
import { planCommand } from '#commands/plan.ts';
import { pullCommand } from '#commands/pull.ts';
import { pushCommand } from '#commands/push.ts';
import { rulesCommand } from '#commands/rules.ts';
import { submitCommand } from '#commands/submit.ts';
import { tailCommand } from '#commands/tail.ts';
import { typesCommand } from '#commands/types.ts';
import { whoamiCommand } from '#commands/whoami.ts';
import { addCommonOptions, type Tools } from '#tools.ts';
import { version } from '#version.ts';

/** The commands in the order of the help, under their headings. */
const commands: readonly (readonly [heading: string, makers: readonly ((tools: Tools) => Command)[]])[] = [
  ['Your forms', [formsCommand, tailCommand, listenCommand, exportCommand, importCommand]],
  ['Your pages', [submitCommand, devCommand, checkCommand]],
  ['Settings in files', [pullCommand, planCommand, pushCommand, rulesCommand, typesCommand]],
  ['Agents', [mcpCommand]],
  ['This machine', [loginCommand, logoutCommand, whoamiCommand, completionCommand]],
];

const environment = `
Environment:
  INLET_TOKEN   an API key, instead of the one of \`inlet login\`
  INLET_URL     the installation, such as https://forms.example.com
  NO_COLOR      any value switches colours off

Exit codes:
  0 done   1 failed, or wrong usage   2 a difference   3 not signed in or not allowed   4 not found   5 away`;

export function createProgram(tools: Tools): Command {
  const program = new Command('inlet')
    .description("Inlet's command line: read submissions, forward them to your machine, keep settings in files.")
    .version(version, '-v, --version', 'print the version')
    .helpCommand('help [command]', 'explain a command')
    .addHelpText('after', environment);
  for (const [heading, makers] of commands) {
    for (const make of makers) program.addCommand(addCommonOptions(make(tools)).helpGroup(heading));
  }
  return program;
}
