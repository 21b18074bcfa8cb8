import { defineHttpError } from '@inlet/http/errors';
import type { RequestHandler } from 'express';

const notFromHere = defineHttpError(403, 'not_from_here', 'This address is for this machine alone');

const ownNames = ['localhost', '127.0.0.1'];

/**
 * Admits only requests of this machine's programs and pages. Any website may use a host name that leads to this
 * machine, and its visitor's browser could then read from here or post to it. The other names are those that containers
 * use.
 */
export function requireHere(otherNames: readonly string[] = []): RequestHandler {
  const names = new Set([...ownNames, ...otherNames]);
  return (request, _response, next) => {
    const { host = '', origin } = request.headers;
    if (!names.has(request.hostname)) throw notFromHere();
    if (origin !== undefined && origin !== `http://${host}`) throw notFromHere();
    next();
  };
}
