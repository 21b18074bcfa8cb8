import { createHash, randomInt } from 'node:crypto';
import { recoveryCodesMax } from '@inlet/contracts/factors';

/** Without i, l, o and u, which are read as other characters. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
/** Five bits each, 120 in all: a code cannot be guessed from its hash. */
const codeLength = 24;
const groupLength = 6;

/** New codes, as in `k3v9qp-7w2xra-0m4c8t-zn5eyd`. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodesMax }, createCode);
}

function createCode(): string {
  const characters = Array.from({ length: codeLength }, () => alphabet.charAt(randomInt(alphabet.length)));
  return characters.join('').replaceAll(new RegExp(`.{${groupLength}}(?=.)`, 'g'), '$&-');
}

/** The hash that is stored, of the code as a person may have typed it. */
export function hashRecoveryCode(code: string): string {
  const typed = code.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');
  return createHash('sha256').update(typed).digest('base64url');
}
