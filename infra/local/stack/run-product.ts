import { readLocalConfig } from '#config/config.ts';
import { runUntilSignal } from '#processes/run-command.ts';
import type { Mode } from '#stack/services.ts';
import { type Stack, startStack } from '#stack/stack.ts';

const demoAccount = { email: 'demo@inlet.local', password: 'inlet-demo' };

/** Runs the product on this machine until it is told to exit. */
export async function runProduct(mode: Mode): Promise<never> {
  return runUntilSignal(async (signal) => {
    const stack = await startStack({ config: readLocalConfig(), mode, signal });
    announce(stack);
    return stack.stop;
  });
}

/** The last lines of a start: the address, how to sign in, and a first submission to try. */
function announce({ url, demoEndpointId, mailUrl, stripeUrl }: Stack): void {
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
