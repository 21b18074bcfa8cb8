import { isSameSecret } from '@inlet/crypto/same-secret';
import type { Secrets } from '@inlet/process/config';
import type { RequestHandler } from 'express';
import { defineHttpError } from '#errors.ts';

const forbidden = defineHttpError(403, 'forbidden', 'This address is for the services themselves');

/** The header with which a service proves that it belongs to the installation. */
export function internalAuthorization(token: string): { authorization: string } {
  return { authorization: `Internal ${token}` };
}

/** Allows only requests of the installation's own services. */
export function requireInternal(tokens: Secrets): RequestHandler {
  const accepted = tokens.map((token) => internalAuthorization(token).authorization);
  return (request, _response, next) => {
    const given = request.headers.authorization ?? '';
    if (!accepted.some((expected) => isSameSecret(given, expected))) throw forbidden();
    next();
  };
}
