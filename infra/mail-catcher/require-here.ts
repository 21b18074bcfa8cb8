import type { RequestHandler } from 'express';
import { notFromHere } from '#mail-catcher/errors.ts';

const ownNames = new Set(['localhost', '127.0.0.1']);

/**
 * Lets only pages of this inbox ask. Any website may name an address that leads to this machine, and its visitor's
 * browser would then read the mails to it, or delete them.
 */
export const requireHere: RequestHandler = (request, _response, next) => {
  const { host = '', origin } = request.headers;
  if (!ownNames.has(request.hostname)) throw notFromHere();
  if (origin !== undefined && origin !== `http://${host}`) throw notFromHere();
  next();
};
