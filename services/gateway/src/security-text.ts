import type { RequestHandler } from 'express';
import type { GatewayConfig } from '#config.ts';

/**
 * RFC 9116 recommends less than a year; the text is created for each request, so it never expires while the product
 * runs.
 */
const validDays = 180;
const dayMs = 86_400_000;

/** Serves `security.txt` if the operator has an address for reports. */
export function serveSecurityText({ OPERATOR_EMAIL, PUBLIC_URL }: GatewayConfig): RequestHandler {
  return (_request, response, next) => {
    if (OPERATOR_EMAIL === undefined) return next();
    const lines = [
      `Contact: mailto:${OPERATOR_EMAIL}`,
      `Expires: ${new Date(Date.now() + validDays * dayMs).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${PUBLIC_URL}/.well-known/security.txt`,
    ];
    response.type('text/plain').send(`${lines.join('\n')}\n`);
  };
}
