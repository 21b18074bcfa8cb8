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
 * Longest idle time of a service; an event stream sends heartbeats more often. Idle connections are closed
 * after the same time, some seconds before the service would close them, so that none is used while it closes.
 */
const idleTimeoutMs = 60_000;
/** Ingest may let a body with files wait for a minute before it reads on. */
const longBodyTimeoutMs = 90_000;

export interface ProxyDeps {
  readonly lifecycle: Lifecycle;
  readonly tracing?: Tracing | undefined;
  readonly config: { readonly INTERNAL_TOKEN: Secrets; readonly TRUSTED_PROXIES: number };
  /** How long a request is sent again to a service that does not answer. */
  readonly repeatForMs?: number;
}

interface ProxyOptions {
  /**
   * Where a POST is a submission: the memory for bodies. A submission has an id of the gateway's and is stored once,
   * however often it is sent.
   */
  readonly keptSubmissions?: KeptBytes;
}

/**
 * Forwards requests to one service and streams its answer. Headers with which a client could claim another identity are
 * replaced. A submission, or a request that only reads, is sent again when the service breaks off before it answers.
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
    // The label of its metrics.
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
        // Ingest ends an upload that is too slow.
        allowLongBody(request);
        timeout = longBodyTimeoutMs;
      }
    }
    const headers = { ...forwardedHeaders(request), ...frame, ...given };
    // The public endpoint has no use for cookies.
    if (keptSubmissions) delete headers.cookie;
    const options = { hostname, port, method, path, headers, timeout };
    forward({ request, response, next, options, agent, body, repeatForMs });
  };
}

/** True for a request that only reads and has no body. */
function isRead({ method, headers }: Request): boolean {
  return (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') && Object.keys(framing(headers)).length === 0;
}

function forwardedHeaders(request: Request): IncomingHttpHeaders {
  const { host } = request.headers;
  return {
    ...withoutHopByHop(request.headers),
    // A visitor's `Connection` may name it.
    ...(host !== undefined && { host }),
    'x-forwarded-proto': request.protocol,
    'x-forwarded-host': host ?? '',
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
