import { Argument, type Command } from 'commander';
import { bashScript } from '#completion/bash-script.ts';
import { shapesOf } from '#completion/command-shapes.ts';
import { listForms } from '#connection/list-forms.ts';
import { type CommonOptions, newCommand, type Tools } from '#tools.ts';

/** zsh runs the function for bash. */
const zshStart = `#compdef inlet
autoload -U +X compinit && compinit
autoload -U +X bashcompinit && bashcompinit
`;
/** A person waits for the names with a finger on the Tab key. */
const namesTimeoutMs = 3_000;

export function completionCommand(tools: Tools): Command {
  return newCommand({
    usage: 'completion',
    summary: 'complete commands with the Tab key',
    description: `Prints a script that makes a shell complete commands, options and the names of your forms.

The script itself asks for the names with \`inlet completion forms\`, once a minute at most.`,
    examples: [
      ["echo 'source <(inlet completion bash)' >> ~/.bashrc", 'Switch it on in bash'],
      ["echo 'source <(inlet completion zsh)' >> ~/.zshrc", 'Switch it on in zsh'],
    ],
  })
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'forms']))
    .action(async (shell: string, options: CommonOptions, command: Command) => {
      const output = tools.output(options);
      if (shell === 'forms') {
        const names = await readNames(tools, options);
        return output.result({ names }, names.join('\n'));
      }
      const bash = bashScript(shapesOf(command.parent ?? command));
      const script = shell === 'zsh' ? `${zshStart}${bash}` : bash;
      output.result({ shell, script }, script.trimEnd());
    });
}

async function readNames(tools: Tools, options: CommonOptions): Promise<string[]> {
  const { api } = await tools.connect(options);
  const forms = await listForms(api, AbortSignal.timeout(namesTimeoutMs));
  return forms.map(({ name }) => name.replaceAll('\n', ' '));
}
