/** Seconds for which a browser asks by HTTPS only. */
const httpsForSeconds = 31_536_000;

/** Nothing in an answer that is data runs, loads or is framed, even when somebody opens it as a page. */
export const dataPolicy = "default-src 'none'; frame-ancestors 'none'";

/**
 * What every answer of a service carries, as names and values in turn. Only where the public address is HTTPS may a
 * browser be told to ask for nothing else.
 */
export function fixedHeaders(publicUrl: string | undefined): readonly string[] {
  const isSecure = publicUrl?.startsWith('https:') === true;
  return [
    'x-content-type-options',
    'nosniff',
    ...(isSecure ? ['strict-transport-security', `max-age=${httpsForSeconds}; includeSubDomains`] : []),
  ];
}

/** What an answer carries besides that is data: JSON, CSV, an error. A page sets its own policy instead. */
export const dataHeaders: readonly string[] = ['content-security-policy', dataPolicy, 'referrer-policy', 'no-referrer'];
