import { once } from 'node:events';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';

/** Redirects connections to the public address; only tests set another target than its name resolves to. */
export interface Way {
  readonly to?: (url: URL) => { readonly host: string; readonly port: number };
  /** A certificate that is trusted as well. */
  readonly ca?: string;
}

const timeoutMs = 5_000;

/** A server's response without its body. Redirects are not followed. */
export async function askPublic(address: string, headers: Readonly<Record<string, string>>, { to, ca }: Way) {
  const url = new URL(address);
  const isSecure = url.protocol === 'https:';
  const place = to?.(url) ?? {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (isSecure ? 443 : 80),
  };
  const request = (isSecure ? requestSecure : requestPlain)({
    ...place,
    path: url.pathname,
    headers: { ...headers, host: url.host },
    agent: false,
    signal: AbortSignal.timeout(timeoutMs),
    ...(isSecure && { servername: url.hostname, ...(ca !== undefined && { ca }) }),
  });
  request.end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.destroy();
  return { status: response.statusCode ?? 0, location: response.headers.location };
}
