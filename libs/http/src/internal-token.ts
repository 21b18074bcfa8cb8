import { isSameSecret } from '@inlet/crypto/same-secret';
import type { Secrets } from '@inlet/process/config';
import type { RequestHandler } from 'express';
import { defineHttpError } from '#errors.ts';

const forbidden = defineHttpError(403, 'forbidden', 'This address is for the services themselves');

/** The header by which one service proves to another that it belongs to the installation. */
export function internalAuthorization(token: string): { authorization: string } {
  return { authorization: `Internal ${token}` };
}

/** Lets only the installation's own services pass. */
export function requireInternal(tokens: Secrets): RequestHandler {
  const accepted = tokens.map((token) => internalAuthorization(token).authorization);
  return (request, _response, next) => {
    const given = request.headers.authorization ?? '';
    if (!accepted.some((expected) => isSameSecret(given, expected))) throw forbidden();
    next();
  };
}
