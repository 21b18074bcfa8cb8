import { createInterface } from 'node:readline/promises';
import { CliError } from '#cli-error.ts';
import { exitCodes } from '#exit-codes.ts';
import { plainText } from '#output/plain-text.ts';

/** Asks a question and reads the answer from the input. Only "y" and "yes" mean yes. */
export async function confirm(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await Promise.race([lines.question(`${plainText(question)} [y/N] `), endOf(lines)]);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    lines.close();
  }
}

/** Nobody answers in a pipeline, where the input ends at once. */
function endOf(lines: NodeJS.EventEmitter): Promise<never> {
  return new Promise((_, reject) => {
    lines.once('close', () =>
      reject(
        new CliError('There was no answer to the question.', {
          next: 'Run the command again with --yes.',
          code: 'no_answer',
          exitCode: exitCodes.usage,
        }),
      ),
    );
  });
}
