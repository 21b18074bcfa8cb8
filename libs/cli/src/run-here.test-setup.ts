import type { Ran } from '#cli.test-setup.ts';
import type { CliConfig } from '#config.ts';
import { exitCodes } from '#exit-codes.ts';
import { createOutput } from '#output/output.ts';
import { printError } from '#output/print-error.ts';
import { createProgram } from '#program.ts';
import { createTools } from '#tools.ts';

/**
 * Runs a command in the test's own process, which takes a tenth of the time of `runCli`. `answer` is what a person says
 * to its question; null where nobody can be asked.
 */
export async function runHere(
  args: readonly string[],
  config: CliConfig,
  answer: boolean | null = null,
): Promise<Ran & { readonly questions: readonly string[] }> {
  const written = { stdout: '', stderr: '' };
  const screenOf = (name: keyof typeof written) => ({
    write: (text: string) => {
      written[name] += text;
    },
  });
  const questions: string[] = [];
  let code: number = exitCodes.done;
  const tools = {
    ...createTools(config),
    output: ({ json }: { readonly json?: true }) =>
      createOutput({ isJson: json === true, stdout: screenOf('stdout'), stderr: screenOf('stderr') }),
    confirm: async (question: string) => {
      questions.push(question);
      if (answer === null) throw new Error('Nobody was there to answer.');
      return answer;
    },
    exitWith: (wanted: number) => {
      code = wanted;
    },
  };
  try {
    await createProgram(tools).parseAsync(args, { from: 'user' });
  } catch (error) {
    code = printError(error, { isJson: args.includes('--json'), stderr: screenOf('stderr') });
  }
  return { ...written, code, questions };
}
