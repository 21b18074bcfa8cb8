import { Agent, type IncomingHttpHeaders, request as openRequest } from 'node:http';
import { clientAddress, gatewayHeader } from '@inlet/service/client-address';
import type { Secrets } from '@inlet/service/config';
import { requestId } from '@inlet/service/http-app';
import { defineHttpError } from '@inlet/service/http-error';
import type { Lifecycle } from '@inlet/service/lifecycle';
import { areaOf } from '@inlet/service/route-template';
import type { Tracing } from '@inlet/service/tracing';
import type { Request, RequestHandler } from 'express';

const upstreamAway = defineHttpError(
  503,
  'unavailable',
  'The service is not available right now. Please try again in a moment.',
  () => ({ headers: { 'retry-after': '2' } }),
);

/** Headers that speak of one connection and not of the message. */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Longest idle time of a service; an event stream sends heartbeats more often. Idle connections are closed
 * after the same time, some seconds before the service would close them, so that none is used while it closes.
 */
const idleTimeoutMs = 60_000;

export interface ProxyDeps {
  readonly lifecycle: Lifecycle;
  readonly tracing?: Tracing | undefined;
  readonly config: { readonly INTERNAL_TOKEN: Secrets; readonly TRUSTED_PROXIES: number };
}

/**
 * Forwards requests to one service and streams body and answer. Headers with which a client could claim
 * another identity are replaced.
 */
export function createProxy(baseUrl: string, { lifecycle, config, tracing }: ProxyDeps): RequestHandler {
  const trust = { trustedProxies: config.TRUSTED_PROXIES };
  const { hostname, port } = new URL(baseUrl);
  const agent = new Agent({ keepAlive: true, timeout: idleTimeoutMs, maxFreeSockets: 256 });
  lifecycle.onClose('disconnect', `connections to ${baseUrl}`, () => agent.destroy());

  return (request, response, next) => {
    // The label of its metrics.
    response.locals.route = areaOf(request);
    const options = {
      hostname,
      port,
      method: request.method,
      path: request.originalUrl,
      headers: {
        ...forwardedHeaders(request, requestId(response)),
        ...tracing?.headers(),
        'x-forwarded-for': clientAddress(request, trust),
        [gatewayHeader]: config.INTERNAL_TOKEN[0],
      },
    };

    function send(over: Agent | false): void {
      const upstream = openRequest({ ...options, agent: over });
      upstream.on('timeout', () => upstream.destroy(new Error('the service was silent for too long')));
      upstream.on('response', (answer) => {
        response.writeHead(answer.statusCode ?? 502, withoutHopByHop(answer.headers));
        // `pipeline` ends each request with an abort, whose error object alone was a twelfth of the gateway's work.
        answer.on('error', () => response.destroy());
        answer.pipe(response);
      });
      upstream.on('error', ({ code }: NodeJS.ErrnoException) => {
        // A service may refuse before the body is whole and hang up; its answer is on its way to the visitor then.
        if (response.headersSent || response.destroyed) return;
        // A service that restarts closes idle connections, and the request may have met the closing.
        if (upstream.reusedSocket && code === 'ECONNRESET' && isRepeatable(request)) send(false);
        else next(upstreamAway());
      });
      response.on('close', () => {
        // When the visitor disconnects, the request to the service ends too.
        upstream.destroy();
        // The rest of the body is discarded; unread, it would block the connection.
        request.unpipe(upstream);
        request.resume();
      });
      if (isRepeatable(request)) upstream.end();
      else request.pipe(upstream);
    }
    send(agent);
  };
}

/** A request that reads and has no body may be sent twice. */
function isRepeatable({ method, headers }: Request): boolean {
  return (method === 'GET' || method === 'HEAD') && Object.keys(framing(headers)).length === 0;
}

function forwardedHeaders(request: Request, id: string): IncomingHttpHeaders {
  return {
    ...withoutHopByHop(request.headers),
    ...framing(request.headers),
    'x-request-id': id,
    'x-forwarded-proto': request.protocol,
    'x-forwarded-host': request.headers.host ?? '',
  };
}

/**
 * The body keeps its frame, also if the visitor's `Connection` names it. Left to itself, Node sends the body of a GET
 * without one, and the service would read it as the next request: one that the visitor has forged.
 */
function framing(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  if (headers['transfer-encoding'] !== undefined) return { 'transfer-encoding': 'chunked' };
  const length = headers['content-length'];
  return length === undefined ? {} : { 'content-length': length };
}

function withoutHopByHop(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = new Set(headers.connection?.toLowerCase().split(/\s*,\s*/));
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.has(name) && !named.has(name)));
}
