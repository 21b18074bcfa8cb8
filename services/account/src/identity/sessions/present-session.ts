import type { Session, SignIn } from '@inlet/contracts/sessions';
import { type AccessTokens, accessTokenSeconds } from '#identity/sessions/access-tokens.ts';
import type { OpenSession } from '#identity/sessions/sessions.ts';
import type { Plans } from '#plan/plans.ts';
import { presentUser, type ShownUser } from '#users/profile/present-user.ts';

/** A session for the app or a program; only a program sees the refresh token. */
export async function presentSession(
  { id, personId, refreshToken }: OpenSession,
  shown: ShownUser,
  { accessTokens, plans }: { readonly accessTokens: AccessTokens; readonly plans: Plans },
  transport: SignIn['transport'],
): Promise<Session> {
  const { token, expiresAt } = await accessTokens.issue(personId, id);
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: accessTokenSeconds,
    expires_at: expiresAt,
    ...(transport === 'token' && { refresh_token: refreshToken }),
    user: presentUser(shown, plans),
  };
}
