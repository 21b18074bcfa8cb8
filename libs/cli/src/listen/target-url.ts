import { CliError } from '#cli-error.ts';
import { exitCodes } from '#exit-codes.ts';

const port = /^:?(\d{1,5})(\/.*)?$/;
const hasScheme = /^[a-z][a-z\d+.-]*:\/\//i;

/** The address that `--forward-to` means: a whole one, one without its scheme, or a port of this machine. */
export function readTargetUrl(text: string): string {
  const [, number, path = '/'] = port.exec(text) ?? [];
  const whole =
    number !== undefined ? `http://localhost:${number}${path}` : hasScheme.test(text) ? text : `http://${text}`;
  if (URL.canParse(whole) && /^https?:$/.test(new URL(whole).protocol)) return new URL(whole).href;
  throw new CliError(`--forward-to ${text} is not an address.`, {
    next: 'Give an address such as http://localhost:3000/webhook, or a port such as 3000.',
    code: 'invalid_forward_to',
    exitCode: exitCodes.usage,
  });
}
