import { defineHttpError } from '@inlet/http/errors';
import type { RequestHandler } from 'express';

const notFromHere = defineHttpError(403, 'not_from_here', 'This address is for this machine alone');

const ownNames = ['localhost', '127.0.0.1'];

/**
 * Lets only programs and pages of this machine ask. Any website may name an address that leads to this machine, and its
 * visitor's browser would then read what is here, or post to it. Other names are those that containers call this one
 * by.
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
