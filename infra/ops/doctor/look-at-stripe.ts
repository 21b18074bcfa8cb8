import { type Finding, fault, fine, reasonOf, warning } from '#doctor/finding.ts';
import type { DoctorSettings } from '#doctor/settings.ts';

const timeoutMs = 5_000;

type StripeSettings = Pick<DoctorSettings, 'STRIPE_API_URL' | 'PUBLIC_URL'> & { readonly STRIPE_SECRET_KEY: string };

/** Whether Stripe takes the key, and whether the key is meant for where the product stands. */
export async function lookAtStripe({ STRIPE_SECRET_KEY: key, STRIPE_API_URL, PUBLIC_URL }: StripeSettings) {
  const findings: Finding[] = [];
  const isPublic = PUBLIC_URL !== undefined && !isLocal(PUBLIC_URL);
  if (isPublic && key.includes('_test_')) {
    findings.push(
      warning('Payments are of Stripe’s test mode: nobody is charged', 'Set the live key when you are ready.'),
    );
  }
  try {
    const answer = await fetch(`${STRIPE_API_URL}/v1/products?limit=1`, {
      headers: { authorization: `Bearer ${key}`, connection: 'close' },
      signal: AbortSignal.timeout(timeoutMs),
    });
    await answer.body?.cancel();
    if (answer.status === 401 || answer.status === 403) {
      findings.push(fault('Stripe refuses the key', 'docs/runbooks/rotating-secrets.md'));
    } else if (!answer.ok) {
      findings.push(fault(`Stripe answers with status ${answer.status}`, 'Look at status.stripe.com, and try again.'));
    } else findings.push(fine('Stripe takes the key'));
  } catch (error) {
    findings.push(
      fault(`Stripe does not answer: ${reasonOf(error)}`, 'Look whether this machine reaches api.stripe.com.'),
    );
  }
  return findings;
}

function isLocal(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname.startsWith('127.') || hostname.endsWith('.localhost');
}
