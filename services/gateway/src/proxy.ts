import { randomUUIDv7 } from 'node:crypto';
import { Agent, type IncomingHttpHeaders } from 'node:http';
import { requestId } from '@inlet/http/app';
import { clientAddress, gatewayHeader, submissionIdHeader } from '@inlet/http/client-address';
import { allowLongBody } from '@inlet/http/long-body';
import { areaOf } from '@inlet/http/route-template';
import type { Tracing } from '@inlet/observe/tracing';
import type { Secrets } from '@inlet/process/config';
import type { Lifecycle } from '@inlet/process/lifecycle';
import type { Request, RequestHandler } from 'express';
import { forward, longestRepeatMs } from '#forward.ts';
import { withoutHopByHop } from '#hop-by-hop.ts';
import { type KeptBytes, keepBody } from '#kept-body.ts';

/**
 * Longest idle time of a service; an event stream sends heartbeats more often. Idle connections are closed after the
 * same time, some seconds before the service would close them, so that none is used while it closes.
 */
const idleTimeoutMs = 60_000;
/** Ingest may pause for a minute while it reads a body with files. */
const longBodyTimeoutMs = 90_000;

export interface ProxyDeps {
  readonly lifecycle: Lifecycle;
  readonly tracing?: Tracing | undefined;
  readonly config: { readonly INTERNAL_TOKEN: Secrets; readonly TRUSTED_PROXIES: number };
  /** How long a request to an unresponsive service is retried. */
  readonly repeatForMs?: number;
}

interface ProxyOptions {
  /**
   * Set if a POST is a submission: the memory for bodies. The gateway assigns an id to each submission, so it is stored
   * once, however often it is sent.
   */
  readonly keptSubmissions?: KeptBytes;
}

/**
 * Forwards requests to a service and streams its responses. Headers with which a client could claim another identity
 * are replaced. A submission or a read is retried if the service breaks the connection before it responds.
 */
export function createProxy(
  baseUrl: string,
  { lifecycle, config, tracing, repeatForMs = longestRepeatMs }: ProxyDeps,
  { keptSubmissions }: ProxyOptions = {},
): RequestHandler {
  const trust = { trustedProxies: config.TRUSTED_PROXIES };
  const { hostname, port } = new URL(baseUrl);
  const agent = new Agent({ keepAlive: true, timeout: idleTimeoutMs, maxFreeSockets: 256 });
  lifecycle.onClose('disconnect', `connections to ${baseUrl}`, () => agent.destroy());

  return async (request, response, next) => {
    // The label of the request's metrics.
    response.locals.route = areaOf(request);
    const { method, originalUrl: path } = request;
    const given: IncomingHttpHeaders = {
      'x-request-id': requestId(response),
      ...tracing?.headers(),
      'x-forwarded-for': clientAddress(request, trust),
      [gatewayHeader]: config.INTERNAL_TOKEN[0],
    };
    let body: Buffer | null = isRead(request) ? Buffer.alloc(0) : null;
    let frame = framing(request.headers);
    let timeout = idleTimeoutMs;
    if (keptSubmissions && method === 'POST') {
      given[submissionIdHeader] = randomUUIDv7();
      body = await keepBody(keptSubmissions, request, response);
      if (body) frame = { 'content-length': String(body.length) };
      else {
        // Ingest ends uploads that are too slow.
        allowLongBody(request);
        timeout = longBodyTimeoutMs;
      }
    }
    const headers = { ...forwardedHeaders(request), ...frame, ...given };
    // The public endpoint does not use cookies.
    if (keptSubmissions) delete headers.cookie;
    const options = { hostname, port, method, path, headers, timeout };
    forward({ request, response, next, options, agent, body, repeatForMs });
  };
}

/** True for a read without a body. */
function isRead({ method, headers }: Request): boolean {
  return (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') && Object.keys(framing(headers)).length === 0;
}

function forwardedHeaders(request: Request): IncomingHttpHeaders {
  const { host } = request.headers;
  return {
    ...withoutHopByHop(request.headers),
    // A visitor's `Connection` header may name it.
    ...(host !== undefined && { host }),
    'x-forwarded-proto': request.protocol,
    'x-forwarded-host': host ?? '',
  };
}

/**
 * The body keeps its framing, even if the visitor's `Connection` names it. By default, Node sends the body of a GET
 * without framing, and the service would parse it as another request: one that the visitor has forged.
 */
function framing(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  if (headers['transfer-encoding'] !== undefined) return { 'transfer-encoding': 'chunked' };
  const length = headers['content-length'];
  return length === undefined ? {} : { 'content-length': length };
}
