import type { identityRoutes } from '@inlet/contracts/api/identity';
import { findPerson } from '#access/people.store.ts';
import type { AccountDeps } from '#account-deps.ts';
import { sessionEnded } from '#errors.ts';
import type { Handlers } from '#http/handler.ts';
import { createEntrance } from '#http/identity/entrance.ts';
import { createPasswordCheck } from '#http/identity/password-check.ts';
import { personalActor } from '#http/identity/personal-actor.ts';
import { createRefreshCookie } from '#http/identity/refresh-cookie.ts';
import { changeEmail } from '#identity/addresses/change-email.ts';
import { confirmEmail } from '#identity/addresses/confirm-email.ts';
import { resendVerification } from '#identity/addresses/resend-verification.ts';
import { verifyEmail } from '#identity/addresses/verify-email.ts';
import { requireGoodPassword } from '#identity/credentials/require-good-password.ts';
import { acceptInvitation } from '#identity/invitations/accept-invitation.ts';
import { readInvitation } from '#identity/invitations/read-invitation.ts';
import { createKey, listKeys, revokeFoundKey, revokeKey } from '#identity/keys/my-keys.ts';
import { changePassword } from '#identity/passwords/change-password.ts';
import { forgotPassword } from '#identity/passwords/forgot-password.ts';
import { resetPassword } from '#identity/passwords/reset-password.ts';
import { endSession, endSessions, listSessions } from '#identity/sessions/my-sessions.ts';
import { refreshSession, signOut } from '#identity/sessions/refresh-session.ts';
import { confirmPerson } from '#identity/sign-in/confirm-person.ts';
import { createAccount } from '#identity/sign-in/create-account.ts';
import { signIn } from '#identity/sign-in/sign-in.ts';
import { handOverMails } from '#mail/hand-over-mails.ts';
import { presentUser } from '#users/profile/present-user.ts';

export function identityHandlers(deps: AccountDeps): Handlers<keyof typeof identityRoutes> {
  const { prisma } = deps.database;
  const cookie = createRefreshCookie(deps.config.PUBLIC_URL);
  const passwordCheck = createPasswordCheck(prisma);
  const entrance = createEntrance(deps);
  return {
    signUp: async ({ client, body, response }) => {
      const { transport, ...account } = body;
      requireGoodPassword(account.password, account.email, 'password');
      const person = await createAccount(deps, client, account);
      deps.background.run('mail that welcomes an account', () => handOverMails(deps));
      return entrance.present(response, await deps.sessions.open(person, client), transport);
    },
    signIn: async ({ client, body, request, response }) => {
      const { transport, ...credentials } = body;
      const entered = await signIn(deps, client, credentials.email, () =>
        passwordCheck(request, response, credentials),
      );
      if ('secondFactor' in entered) return entered;
      return entrance.enter({ client, request, response, transport }, entered);
    },
    refresh: async ({ client, body, request, response }) => {
      const token = body.refresh_token ?? cookie.read(request);
      const session = token === null ? null : await refreshSession(deps, client, token);
      if (session) return entrance.present(response, session, body.refresh_token === undefined ? 'cookie' : 'token');
      if (body.refresh_token === undefined) cookie.clear(response);
      throw sessionEnded();
    },
    signOut: async ({ client, body, request, response }) => {
      const token = body.refresh_token ?? cookie.read(request);
      if (token !== null) await signOut(deps, client, token);
      cookie.clear(response);
    },
    readInvitation: ({ body }) => readInvitation(deps, body.token),
    acceptInvitation: async ({ person, user, seat, actor, body }) => {
      await acceptInvitation(deps, actor, { person, user, token: body.token });
      return presentUser({ person: await findPerson(prisma, person.id), seat, isInvited: true }, deps.plans);
    },
    forgotPassword: ({ body }) => forgotPassword(deps, body.email),
    resetPassword: ({ client, body }) => resetPassword(deps, client, body),
    confirmEmail: ({ client, body }) => confirmEmail(deps, client, body.token),
    verifyEmail: ({ client, body }) => verifyEmail(deps, client, body.token),
    resendVerification: ({ person }) => resendVerification(deps, person),
    changePassword: (call) => changePassword(deps, { ...call, actor: personalActor(call) }),
    changeEmail: (call) => changeEmail(deps, personalActor(call), call, call.body),
    confirmSession: ({ person, caller, body }) =>
      caller.kind === 'session' ? confirmPerson(deps, person, caller.sessionId, body) : undefined,
    listSessions: async ({ person, caller }) => ({ sessions: await listSessions(deps, person.id, caller) }),
    endSessions: async (call) => {
      await endSessions(deps, personalActor(call));
      cookie.clear(call.response);
    },
    endSession: async ({ caller, path, response, ...call }) => {
      await endSession(deps, personalActor(call), path.id);
      if (caller.kind === 'session' && caller.sessionId === path.id.toLowerCase()) cookie.clear(response);
    },
    listApiKeys: async ({ user }) => ({ apiKeys: await listKeys(deps, user.id) }),
    createApiKey: ({ actor, body, ...who }) => createKey(deps, actor, who, body),
    revokeApiKey: ({ actor, path }) => revokeKey(deps, actor, path.id),
    revokeFoundKey: ({ client, body }) => revokeFoundKey(deps, client, body.key),
  };
}
