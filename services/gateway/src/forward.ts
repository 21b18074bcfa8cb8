import { type Agent, type ClientRequest, request as openRequest, type RequestOptions } from 'node:http';
import { unavailable } from '@inlet/http/errors';
import { discardLongBody, isLongBody } from '@inlet/http/long-body';
import type { Request, Response } from 'express';
import { withoutHopByHop } from '#hop-by-hop.ts';

/** The retry time after the first failure; by then a killed service has restarted, or another replica responds. */
export const longestRepeatMs = 3_000;
const firstPauseMs = 50;
const longestPauseMs = 400;

export interface Forwarding {
  readonly request: Request;
  readonly response: Response;
  /** Receives the error if the service does not respond. */
  readonly next: (error: unknown) => void;
  readonly options: RequestOptions;
  readonly agent: Agent;
  /** The whole body. Null streams the body of the request, which can be sent only once. */
  readonly body: Buffer | null;
  readonly repeatForMs: number;
}

/** Sends a request to a service and streams its response; retries if the connection breaks before the response. */
export function forward({ request, response, next, options, agent, body, repeatForMs }: Forwarding): void {
  let upstream: ClientRequest | undefined;
  let timer: NodeJS.Timeout | undefined;
  let endMs: number | undefined;
  let pauseMs = firstPauseMs;

  function send(over: Agent | false): void {
    const outgoing = openRequest({ ...options, agent: over });
    upstream = outgoing;
    outgoing.on('timeout', () => outgoing.destroy(new Error('the service timed out')));
    outgoing.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, withoutHopByHop(answer.headers));
      // `pipeline` ends each request with an abort, and creating the error object was a twelfth of the gateway's work.
      answer.on('error', () => response.destroy());
      answer.pipe(response);
    });
    outgoing.on('error', ({ code }: NodeJS.ErrnoException) => {
      // A service may refuse before the body is complete and close the connection; its response is then on its way to
      // the visitor.
      if (response.headersSent || response.destroyed) return;
      const nowMs = performance.now();
      endMs ??= nowMs + repeatForMs;
      // The error of our own timeout has no code.
      if (body === null || code === undefined || nowMs + pauseMs > endMs) return next(unavailable());
      timer = setTimeout(send, pauseMs, false);
      pauseMs = Math.min(2 * pauseMs, longestPauseMs);
    });
    if (body === null) request.pipe(outgoing);
    else outgoing.end(body.length > 0 ? body : undefined);
  }

  response.on('close', () => {
    clearTimeout(timer);
    // When the visitor disconnects, the request to the service is ended too.
    upstream?.destroy();
    // The rest of the body is discarded; if left unread, it would block the connection.
    if (upstream) request.unpipe(upstream);
    if (isLongBody(request)) discardLongBody(request);
    else request.resume();
  });
  send(agent);
}
