/** How long a browser uses HTTPS only. */
const httpsForSeconds = 31_536_000;

/** The policy for data: nothing in it runs, loads or is framed, even when a browser opens it as a page. */
export const dataPolicy = "default-src 'none'; frame-ancestors 'none'";

/**
 * Headers of every answer, as names and values in turn. Only an installation with an HTTPS address may ask
 * browsers to use HTTPS only.
 */
export function fixedHeaders(publicUrl: string | undefined): readonly string[] {
  const isSecure = publicUrl?.startsWith('https:') === true;
  return [
    'x-content-type-options',
    'nosniff',
    ...(isSecure ? ['strict-transport-security', `max-age=${httpsForSeconds}; includeSubDomains`] : []),
  ];
}

/** Headers of data such as JSON, CSV and errors. A page sets its own policy instead. */
export const dataHeaders: readonly string[] = ['content-security-policy', dataPolicy, 'referrer-policy', 'no-referrer'];
