import { createVerify, X509Certificate } from 'node:crypto';
import { type SnsMessage, signedText } from '@inlet/mail/sns-message';
import type { Outbound } from '@inlet/outbound/exchange';

export type VerifySns = (message: SnsMessage, signal: AbortSignal) => Promise<boolean>;

/** SNS has one certificate for each region, and replaces it about once a year. */
const certificatesMax = 10;

/** Verifies signatures with the certificates of SNS. A certificate is trusted by its host and TLS, and fetched once. */
export function createSnsVerifier(outbound: Pick<Outbound, 'deliver'>): VerifySns {
  const certificates = new Map<string, string>();

  async function certificateAt(url: string, signal: AbortSignal): Promise<string> {
    const known = certificates.get(url);
    if (known !== undefined) return known;
    const pem = await fetchText(outbound, url, signal);
    // Throws if the text is not a certificate.
    new X509Certificate(pem);
    if (certificates.size >= certificatesMax) certificates.clear();
    certificates.set(url, pem);
    return pem;
  }

  return async (message, signal) => {
    const certificate = await certificateAt(message.SigningCertURL, signal);
    const algorithm = message.SignatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256';
    return createVerify(algorithm).update(signedText(message)).verify(certificate, message.Signature, 'base64');
  };
}

/** The body of a response with status 200; the guard keeps the first 4 kB, and a certificate has half of them. */
export async function fetchText(
  outbound: Pick<Outbound, 'deliver'>,
  url: string,
  signal: AbortSignal,
): Promise<string> {
  const answer = await outbound.deliver({ url, method: 'GET', headers: {}, body: '' }, signal);
  if (answer.kind === 'failed') throw new Error(`Amazon SNS did not respond: ${answer.error}`);
  if (answer.status !== 200) throw new Error(`Amazon SNS returned status ${answer.status}`);
  return answer.body;
}
