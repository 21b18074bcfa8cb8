import { type Finding, fault, fine, reasonOf, warning } from '#doctor/finding.ts';
import { isLocal } from '#doctor/look-at-public.ts';
import { ask } from '#doctor/look-at-services.ts';
import type { DoctorSettings } from '#doctor/settings.ts';

type StripeSettings = Pick<DoctorSettings, 'STRIPE_API_URL' | 'PUBLIC_URL'> & { readonly STRIPE_SECRET_KEY: string };

const testMode = warning(
  'Payments are of Stripe’s test mode: nobody is charged',
  'Set the live key when you are ready.',
);

/** Checks that Stripe accepts the key, and that a live or test key matches the installation. */
export async function lookAtStripe({ STRIPE_SECRET_KEY: key, STRIPE_API_URL, PUBLIC_URL }: StripeSettings) {
  const isPublic = PUBLIC_URL !== undefined && !isLocal(PUBLIC_URL);
  const findings = isPublic && key.includes('_test_') ? [testMode] : [];
  return [...findings, await lookAtKey(STRIPE_API_URL, key)];
}

async function lookAtKey(apiUrl: string, key: string): Promise<Finding> {
  try {
    const { status } = await ask(`${apiUrl}/v1/products?limit=1`, { authorization: `Bearer ${key}` });
    if (status === 200) return fine('Stripe takes the key');
    if (status === 401 || status === 403) return fault('Stripe refuses the key', 'docs/runbooks/rotating-secrets.md');
    return fault(`Stripe answers with status ${status}`, 'Look at status.stripe.com, and try again.');
  } catch (error) {
    return fault(`Stripe does not answer: ${reasonOf(error)}`, 'Look whether this machine reaches api.stripe.com.');
  }
}
