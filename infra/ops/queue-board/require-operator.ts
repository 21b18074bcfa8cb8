import { isSameSecret } from '@inlet/crypto/same-secret';
import { networkOf } from '@inlet/http/client-address';
import { defineHttpError } from '@inlet/http/errors';
import type { Logger } from '@inlet/process/logger';
import type { RequestHandler } from 'express';
import { createFailures } from '#queue-board/failures.ts';

const passwordNeeded = defineHttpError(401, 'password_needed', "Show the operator's password", () => ({
  headers: { 'www-authenticate': 'Basic realm="Inlet queues", charset="UTF-8"' },
}));
const tooManyFailures = defineHttpError(
  429,
  'too_many_attempts',
  'Too many wrong passwords. Please try again later.',
  (seconds: number) => ({ headers: { 'retry-after': String(seconds) } }),
);

/** Lets a request pass only with the operator's password, under any name, and slows down guesses. */
export function requireOperator(password: string, logger: Logger): RequestHandler {
  const failures = createFailures();
  return (request, _response, next) => {
    const who = networkOf(request.socket.remoteAddress ?? '');
    const pauseSeconds = failures.pauseSeconds(who);
    if (pauseSeconds !== null) throw tooManyFailures(pauseSeconds);
    const given = passwordIn(request.headers.authorization);
    // A browser's first request has no password, which is not a guess.
    if (given === null) throw passwordNeeded();
    if (!isSameSecret(given, password)) {
      failures.note(who);
      logger.warn('queue-board: wrong password');
      throw passwordNeeded();
    }
    next();
  };
}

function passwordIn(authorization: string | undefined): string | null {
  const [, encoded] = /^basic ([a-z0-9+/=]+)$/i.exec(authorization ?? '') ?? [];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, 'base64').toString();
  const colon = text.indexOf(':');
  return colon === -1 ? null : text.slice(colon + 1);
}
