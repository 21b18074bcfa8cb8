import { CliError } from '#cli-error.ts';
import { exitCodes } from '#exit-codes.ts';

/** All of an input as text, such as what is piped into a command. */
export async function readInput(input: AsyncIterable<Buffer | string>, bytesMax: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of input) {
    const part = Buffer.from(chunk);
    bytes += part.length;
    if (bytes > bytesMax) {
      throw new CliError(`The input is longer than ${bytesMax} bytes.`, {
        next: 'Give a shorter one.',
        code: 'input_too_long',
        exitCode: exitCodes.usage,
      });
    }
    chunks.push(part);
  }
  return Buffer.concat(chunks).toString();
}
