import type { RequestHandler } from 'express';
import { DirectRequest } from '#direct-request.ts';

/**
 * For body parsers, which keep every piece of a body: they get a body of at most this size in one piece. A
 * body in chunks of one byte would take some 500 times its size.
 */
export function gatherBody(maxBytes: number): RequestHandler {
  return (request, _response, next) => {
    if (request instanceof DirectRequest) request.gatherBody(maxBytes);
    next();
  };
}
