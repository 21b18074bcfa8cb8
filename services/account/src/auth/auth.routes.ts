import { refreshSchema, signInSchema } from '@inlet/contracts/sessions';
import type { User } from '@inlet/db/client';
import { validate } from '@inlet/service/validate';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { Passport } from 'passport';
import { passwordStrategy } from '#auth/password-strategy.ts';
import { presentSession } from '#auth/present-session.ts';
import { createRefreshCookie, type RefreshCookie } from '#auth/refresh-cookie.ts';
import { requireSameSite } from '#auth/require-same-site.ts';
import type { AccountDeps } from '#deps.ts';
import { invalidCredentials, sessionEnded } from '#errors.ts';

/** How a person comes in, stays and leaves. */
export function createAuthRouter(deps: AccountDeps): Router {
  const passport = new Passport();
  passport.use(passwordStrategy(deps.database.prisma));
  const cookie = createRefreshCookie(deps.config.PUBLIC_URL);

  const router = Router();
  router.use(requireSameSite(deps.config.PUBLIC_URL));
  router.post('/sign-in', signInHandler(deps, passport, cookie));
  router.post('/refresh', refreshHandler(deps, cookie));
  router.post('/sign-out', signOutHandler(deps, cookie));
  return router;
}

type Authenticator = InstanceType<typeof Passport>;
type SessionDeps = Pick<AccountDeps, 'sessions' | 'accessTokens'>;

function signInHandler(deps: SessionDeps, passport: Authenticator, cookie: RefreshCookie): RequestHandler {
  return async (request, response) => {
    const { transport, ...credentials } = validate(signInSchema, request.body);
    request.body = credentials;
    const user = await authenticate(passport, request, response);
    if (!user) throw invalidCredentials();
    const session = await deps.sessions.open(user);
    if (transport === 'cookie') cookie.write(response, session.refreshToken);
    response.json(await presentSession(session, deps.accessTokens, transport));
  };
}

/** Passport as a promise: it answers by callback, and only here. */
function authenticate(passport: Authenticator, request: Request, response: Response) {
  return new Promise<User | false>((resolve, reject) => {
    const strategy = passport.authenticate('local', (error: unknown, user: User | false | undefined) => {
      if (error) reject(error);
      else resolve(user ?? false);
    }) as RequestHandler;
    strategy(request, response, reject);
  });
}

function refreshHandler(deps: SessionDeps, cookie: RefreshCookie): RequestHandler {
  return async (request, response) => {
    const { refresh_token: given } = validate(refreshSchema, request.body ?? {});
    const token = given ?? cookie.read(request);
    const session = token === null ? null : await deps.sessions.refresh(token);
    if (!session) {
      if (given === undefined) cookie.clear(response);
      throw sessionEnded();
    }
    const transport = given === undefined ? 'cookie' : 'token';
    if (transport === 'cookie') cookie.write(response, session.refreshToken);
    response.json(await presentSession(session, deps.accessTokens, transport));
  };
}

function signOutHandler({ sessions }: SessionDeps, cookie: RefreshCookie): RequestHandler {
  return async (request, response) => {
    const { refresh_token: given } = validate(refreshSchema, request.body ?? {});
    const token = given ?? cookie.read(request);
    if (token !== null) await sessions.end(token);
    cookie.clear(response);
    response.status(204).end();
  };
}
