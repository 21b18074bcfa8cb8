import { randomUUIDv7 } from 'node:crypto';
import { Agent, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { clientAddress, gatewayHeader, submissionIdHeader } from '@inlet/service/client-address';
import type { Secrets } from '@inlet/service/config';
import type { DirectRequest } from '@inlet/service/direct-request';
import { requestId } from '@inlet/service/http-app';
import { unavailable } from '@inlet/service/http-error';
import type { Lifecycle } from '@inlet/service/lifecycle';
import { allowLongBody } from '@inlet/service/long-body';
import { areaOf } from '@inlet/service/route-template';
import type { Tracing } from '@inlet/service/tracing';
import type { Request, RequestHandler } from 'express';
import { idleTimeoutMs } from '#connections.ts';
import { forward, longestRepeatMs } from '#forward.ts';
import type { BegunSubmission } from '#forward-submission.ts';
import { withoutHopByHop } from '#hop-by-hop.ts';
import { type KeptBytes, keepBody } from '#kept-body.ts';

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
  /** Where a POST is a submission: it has an id of the gateway's and is stored once, however often it is sent. */
  readonly submissions?: { readonly room: KeptBytes; readonly begun: WeakMap<IncomingMessage, BegunSubmission> };
}

/**
 * Forwards requests to one service and streams its answer. Headers with which a client could claim another identity are
 * replaced. A submission, or a request that only reads, is sent again when the service breaks off before it answers.
 */
export function createProxy(
  baseUrl: string,
  { lifecycle, config, tracing, repeatForMs = longestRepeatMs }: ProxyDeps,
  { submissions }: ProxyOptions = {},
): RequestHandler {
  const trust = { trustedProxies: config.TRUSTED_PROXIES };
  const { hostname, port } = new URL(baseUrl);
  const agent = new Agent({ keepAlive: true, timeout: idleTimeoutMs, maxFreeSockets: 256 });
  lifecycle.onClose('disconnect', `connections to ${baseUrl}`, () => agent.destroy());

  return (request, response, next) => {
    // The label of its metrics.
    response.locals.route = areaOf(request);
    const { method, originalUrl: path } = request;
    const isSubmission = submissions !== undefined && method === 'POST';
    const begun = submissions?.begun.get(request);
    if (begun?.isUnanswered) return next(unavailable());
    const given: IncomingHttpHeaders = {
      'x-request-id': requestId(response),
      ...tracing?.headers(),
      'x-forwarded-for': clientAddress(request, trust),
      [gatewayHeader]: config.INTERNAL_TOKEN[0],
      ...(isSubmission && { [submissionIdHeader]: begun?.id ?? randomUUIDv7() }),
    };
    const go = (body: Buffer | null) => {
      const frame = isSubmission && body ? { 'content-length': String(body.length) } : framing(request.headers);
      const headers = { ...forwardedHeaders(request), ...frame, ...given };
      // The public endpoint has no use for cookies.
      if (submissions) delete headers.cookie;
      // Ingest cuts off those that are too slow.
      const isLong = isSubmission && body === null;
      if (isLong) allowLongBody(request);
      const timeout = isLong ? longBodyTimeoutMs : idleTimeoutMs;
      const options = { hostname, port, method, path, headers, timeout };
      forward({ request, response, next, options, agent, body, repeatForMs });
    };
    if (!isSubmission) return go(isRead(request) ? Buffer.alloc(0) : null);
    if (begun) return go(begun.body);
    keepBody(submissions.room, request as Request & DirectRequest, response, (body) => {
      try {
        go(body);
      } catch (error) {
        next(error);
      }
    });
  };
}

/** True for a request that only reads and has no body. */
function isRead({ method, headers }: Request): boolean {
  return (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') && Object.keys(framing(headers)).length === 0;
}

function forwardedHeaders(request: Request): IncomingHttpHeaders {
  return {
    ...withoutHopByHop(request.headers),
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
