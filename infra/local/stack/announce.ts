import type { Stack } from '#stack/stack.ts';

const demoAccount = { email: 'demo@inlet.local', password: 'inlet-demo' };

/** The lines that a start closes with: where it is, how to sign in, and a first submission to try. */
export function announce({ url, demoEndpointId, mailUrl, stripeUrl }: Omit<Stack, 'stop'>): void {
  const body = '{"email":"ada@example.com","message":"Hello"}';
  const inbox = mailUrl === null ? '' : `\nIts mails are at ${mailUrl}`;
  const payments = stripeUrl === null ? '' : `\nIts payments are play money, at ${stripeUrl}`;
  console.log(`
Inlet is ready: ${url}
Sign in as ${demoAccount.email} with the password ${demoAccount.password}${inbox}${payments}

A first submission:
  curl -H 'content-type: application/json' -d '${body}' ${url}/f/${demoEndpointId}

Ctrl-C stops it; the next start finds the same data.`);
}
