import { signInSchema } from '@inlet/contracts/sessions';
import type { User } from '@inlet/db/client';
import { validate } from '@inlet/service/validate';
import type { Request, RequestHandler, Response } from 'express';
import { Passport } from 'passport';
import { recordAudit } from '#access/audit/record-audit.ts';
import { type Client, clientOf } from '#access/client-of.ts';
import type { AccountDeps } from '#deps/account-deps.ts';
import { invalidCredentials } from '#errors.ts';
import { answerSession } from '#identity/sessions/answer-session.ts';
import { passwordStrategy } from '#identity/sessions/password-strategy.ts';
import type { RefreshCookie } from '#identity/sessions/refresh-cookie.ts';
import { signInCounters } from '#identity/sessions/sign-in-counters.ts';

export function signInHandler(deps: AccountDeps, cookie: RefreshCookie): RequestHandler {
  const { prisma } = deps.database;
  const passport = new Passport();
  passport.use(passwordStrategy(prisma));

  return async (request, response) => {
    const { transport, ...credentials } = validate(signInSchema, request.body);
    request.body = credentials;
    const client = clientOf(response);
    const counters = await signInCounters(deps, credentials.email, client.address);
    const user = await deps.attempts.guess(counters, () => authenticate(passport, request, response));
    if (!user) {
      noteFailure(deps, client, credentials.email);
      throw invalidCredentials();
    }
    const session = await deps.sessions.open(user, client);
    await recordAudit(prisma, { userId: user.id, name: 'session', ...client }, 'account.signed_in');
    await answerSession(deps, cookie, response, session, transport);
  };
}

/** Passport as a promise: it answers by callback, and only here. */
function authenticate(passport: InstanceType<typeof Passport>, request: Request, response: Response) {
  return new Promise<User | null>((resolve, reject) => {
    const strategy = passport.authenticate('local', (error: unknown, user: User | false | undefined) => {
      if (error) reject(error);
      else resolve(user || null);
    }) as RequestHandler;
    strategy(request, response, reject);
  });
}

/** Behind the answer: written before it, the note would tell by its time that the address has an account. */
function noteFailure({ background, database }: AccountDeps, client: Client, email: string): void {
  background.run('note a failed sign-in', async () => {
    const user = await database.prisma.user.findUnique({ where: { email }, select: { id: true } });
    if (!user) return;
    const actor = { userId: user.id, name: 'system', ...client };
    await recordAudit(database.prisma, actor, 'account.sign_in_failed');
  });
}
