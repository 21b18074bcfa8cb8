import type { Session, SignIn } from '@inlet/contracts/sessions';
import type { Request, Response } from 'express';
import type { Client } from '#access/caller.ts';
import { findPerson } from '#access/people.store.ts';
import { findSeat } from '#access/seats.store.ts';
import type { AccountDeps } from '#account-deps.ts';
import { withPaidPlan } from '#billing/subscription/with-paid-plan.ts';
import { sessionEnded } from '#errors.ts';
import { createBrowserCookie } from '#http/identity/browser-cookie.ts';
import { createRefreshCookie } from '#http/identity/refresh-cookie.ts';
import { wasInvited } from '#identity/invitations/was-invited.ts';
import { linkWaiting } from '#identity/providers/link-waiting.ts';
import { presentSession } from '#identity/sessions/present-session.ts';
import { signOut } from '#identity/sessions/refresh-session.ts';
import type { OpenSession } from '#identity/sessions/sessions.ts';

type Transport = SignIn['transport'];

export interface Entering {
  readonly client: Client;
  readonly request: Request;
  readonly response: Response;
  readonly transport: Transport;
}

export interface Entrance {
  /** Answers with a session that was there before. */
  readonly present: (response: Response, session: OpenSession, transport: Transport) => Promise<Session>;
  /** Answers a sign-in. */
  readonly enter: (entering: Entering, session: OpenSession) => Promise<Session>;
}

/** The answers that begin or continue a session. */
export function createEntrance(deps: AccountDeps): Entrance {
  const cookie = createRefreshCookie(deps.config.PUBLIC_URL);
  const browserCookie = createBrowserCookie(deps.config.PUBLIC_URL);

  /** A browser gets the refresh token as a cookie, a program reads it from the body. */
  async function present(response: Response, session: OpenSession, transport: Transport): Promise<Session> {
    const { prisma } = deps.database;
    const { personId, workspaceId } = session;
    const [person, found] = await Promise.all([
      findPerson(prisma, personId),
      findSeat(prisma, personId, { last: workspaceId }),
    ]);
    if (!person) throw sessionEnded();
    const seat = found && { ...found, user: await withPaidPlan(deps, found.user) };
    const isInvited = seat !== null && (await wasInvited(prisma, seat.user));
    const answer = await presentSession(session, { person, seat, isInvited }, deps, transport);
    if (transport !== 'token') cookie.write(response, session.refreshToken);
    return answer;
  }

  return {
    present,
    enter: async ({ client, request, response, transport }, session) => {
      // A browser has one session: nobody could end the one whose cookie is replaced.
      const before = transport === 'token' ? null : cookie.read(request);
      if (before !== null) await signOut(deps, client, before);
      await linkWaiting(deps, client, browserCookie.read(request), session.personId);
      return present(response, session, transport);
    },
  };
}
