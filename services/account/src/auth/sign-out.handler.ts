import { refreshSchema } from '@inlet/contracts/sessions';
import { validate } from '@inlet/service/validate';
import type { RequestHandler } from 'express';
import type { RefreshCookie } from '#auth/refresh-cookie.ts';
import type { AccountDeps } from '#deps.ts';

export function signOutHandler({ sessions }: AccountDeps, cookie: RefreshCookie): RequestHandler {
  return async (request, response) => {
    const { refresh_token: given } = validate(refreshSchema, request.body ?? {});
    const token = given ?? cookie.read(request);
    if (token !== null) await sessions.end(token);
    cookie.clear(response);
    response.status(204).end();
  };
}
