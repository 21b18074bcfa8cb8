import { invalidField } from '#errors.ts';

/**
 * Refuses a wildcard over a public suffix such as `co.uk` or `github.io`, below which anyone can have a name: it would
 * allow the websites of strangers.
 */
export async function requireOwnDomains(origins: readonly string[]): Promise<void> {
  const wildcards = origins.filter((origin) => origin.startsWith(prefix));
  if (wildcards.length === 0) return;
  // The list is large, and few forms have a wildcard.
  const { getPublicSuffix } = await import('tldts');
  for (const origin of wildcards) {
    const { hostname } = new URL(origin.replace(prefix, 'https://'));
    if (getPublicSuffix(hostname, { allowPrivateDomains: true }) === hostname) throw openToStrangers(origin, hostname);
  }
}

const prefix = 'https://*.';

function openToStrangers(origin: string, suffix: string) {
  const problem = `${origin} would let strangers submit: anybody can have a name below ${suffix}. Use the name of your own website, such as https://*.example.${suffix}`;
  return invalidField(problem, 'allowedOrigins');
}
