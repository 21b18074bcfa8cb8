/** How long browsers use HTTPS only. */
const httpsForSeconds = 31_536_000;

/** The policy for data: nothing in it runs, loads or can be framed, even if a browser opens it as a page. */
export const dataPolicy = "default-src 'none'; frame-ancestors 'none'";

/**
 * Headers of every response, as alternating names and values. Only an installation with an HTTPS address may require
 * HTTPS of browsers.
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
/** Matches what a browser may send as an origin, including `null`; longer texts are not origins. */
const serializedOrigin = /^(?:null|[a-z][a-z\d+.-]{0,20}:\/\/[\x21-\x7e]{1,300})$/i;

/**
 * Headers of each response of the public endpoint, as alternating names and values: the requesting page may read it.
 * `sendBeacon`, and `fetch` with credentials, cannot read a response that allows a star. The endpoint reads no cookie,
 * so naming an origin reveals no more than the star does.
 */
export function readableBy(origin: string | undefined): readonly string[] {
  if (origin === undefined || !serializedOrigin.test(origin)) return anyPage;
  return ['access-control-allow-origin', origin, 'access-control-allow-credentials', 'true', 'vary', 'origin'];
}

/** With the headers above: the page may also read when to send again. */
export const retryReadable: readonly string[] = ['access-control-expose-headers', 'retry-after'];

/** Headers of data such as JSON, CSV and errors. A page sets its own policy. */
export const dataHeaders: readonly string[] = ['content-security-policy', dataPolicy, 'referrer-policy', 'no-referrer'];
