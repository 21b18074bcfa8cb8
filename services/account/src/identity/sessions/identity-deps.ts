import type { Attempts } from '#access/limits/attempts.ts';
import type { AccessTokens } from '#identity/sessions/access-tokens.ts';
import type { Sessions } from '#identity/sessions/sessions.ts';
import type { Resources } from '#resources.ts';
import type { Background } from '#work-behind-answers.ts';

export interface IdentityDeps extends Resources {
  readonly accessTokens: AccessTokens;
  readonly sessions: Sessions;
  readonly attempts: Attempts;
  readonly background: Background;
}
