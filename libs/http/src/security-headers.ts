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

const anyPage: readonly string[] = ['access-control-allow-origin', '*'];
/** What a browser may send as an origin, `null` included; a longer text is none. */
const serializedOrigin = /^(?:null|[a-z][a-z\d+.-]{0,20}:\/\/[\x21-\x7e]{1,300})$/i;

/**
 * Headers of each answer of the public endpoint, as names and values in turn: the page that asks may read it.
 * `sendBeacon`, and `fetch` with credentials, read nothing where a star allows it. The endpoint reads no cookie, so an
 * origin that is named learns no more than every origin does.
 */
export function readableBy(origin: string | undefined): readonly string[] {
  if (origin === undefined || !serializedOrigin.test(origin)) return anyPage;
  return ['access-control-allow-origin', origin, 'access-control-allow-credentials', 'true', 'vary', 'origin'];
}

/** Headers of data such as JSON, CSV and errors. A page sets its own policy instead. */
export const dataHeaders: readonly string[] = ['content-security-policy', dataPolicy, 'referrer-policy', 'no-referrer'];
