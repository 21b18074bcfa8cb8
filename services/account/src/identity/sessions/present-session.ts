import type { Session, SignIn } from '@inlet/contracts/sessions';
import { type AccessTokens, accessTokenSeconds } from '#identity/sessions/access-tokens.ts';
import type { OpenSession } from '#identity/sessions/sessions.ts';
import type { Plans } from '#plan/plans.ts';
import { presentUser } from '#users/profile/present-user.ts';

/** A session for the app or a program; only a program sees the refresh token. */
export async function presentSession(
  { id, user, refreshToken, isInvited }: OpenSession & { readonly isInvited: boolean },
  accessTokens: AccessTokens,
  plans: Plans,
  transport: SignIn['transport'],
): Promise<Session> {
  const { token, expiresAt } = await accessTokens.issue(user.id, id);
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: accessTokenSeconds,
    expires_at: expiresAt,
    ...(transport === 'token' && { refresh_token: refreshToken }),
    user: presentUser(user, isInvited, plans),
  };
}
