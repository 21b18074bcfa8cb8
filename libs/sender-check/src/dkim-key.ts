import { createPrivateKey } from 'node:crypto';
import * as z from 'zod';

/** Mail servers refuse shorter keys. */
const shortestBits = 1_024;

/**
 * A private RSA key as PEM; `\n` stands for a line break if the environment allows none. It is validated here because
 * nodemailer sends unsigned mails if it cannot sign.
 */
export const dkimKeySchema = z
  .string()
  .transform((text) => text.replaceAll('\\n', '\n'))
  .refine(canSign, `must be a private RSA key as PEM, of ${shortestBits} bits or more`);

function canSign(pem: string): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(pem);
    return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= shortestBits;
  } catch {
    return false;
  }
}
