import { Router } from 'express';
import { limitNetwork } from '#access/limits/limit-network.ts';
import {
  confirmationsOfNetwork,
  forgottenOfNetwork,
  resetsOfNetwork,
  signUpsOfNetwork,
} from '#access/limits/limits.ts';
import type { AccountDeps } from '#deps/account-deps.ts';
import { changeEmailHandler } from '#identity/sessions/change-email.handler.ts';
import { changePasswordHandler } from '#identity/sessions/change-password.handler.ts';
import { confirmEmailHandler } from '#identity/sessions/confirm-email.handler.ts';
import { forgotPasswordHandler } from '#identity/sessions/forgot-password.handler.ts';
import { refreshHandler } from '#identity/sessions/refresh.handler.ts';
import { createRefreshCookie } from '#identity/sessions/refresh-cookie.ts';
import { requireSameSite } from '#identity/sessions/require-same-site.ts';
import { requirePerson, requireUser } from '#identity/sessions/require-user.ts';
import { resetPasswordHandler } from '#identity/sessions/reset-password.handler.ts';
import { signInHandler } from '#identity/sessions/sign-in.handler.ts';
import { signOutHandler } from '#identity/sessions/sign-out.handler.ts';
import { signUpHandler } from '#identity/sessions/sign-up.handler.ts';
import { requireMail } from '#mail/require-mail.ts';

/** How a person comes in, stays and leaves, and changes how to come in. */
export function createAuthRouter(deps: AccountDeps): Router {
  const cookie = createRefreshCookie(deps.config.PUBLIC_URL);
  const person = [requireUser(deps), requirePerson];
  const mail = requireMail(deps);

  const router = Router();
  router.use(requireSameSite(deps.config.PUBLIC_URL));
  router.post('/sign-up', limitNetwork(deps, signUpsOfNetwork), signUpHandler(deps, cookie));
  router.post('/sign-in', signInHandler(deps, cookie));
  router.post('/refresh', refreshHandler(deps, cookie));
  router.post('/sign-out', signOutHandler(deps, cookie));
  router.post('/forgot-password', limitNetwork(deps, forgottenOfNetwork), mail, forgotPasswordHandler(deps));
  router.post('/reset-password', limitNetwork(deps, resetsOfNetwork), resetPasswordHandler(deps));
  router.post('/change-password', person, changePasswordHandler(deps));
  router.post('/change-email', person, mail, changeEmailHandler(deps));
  router.post('/confirm-email', limitNetwork(deps, confirmationsOfNetwork), confirmEmailHandler(deps));
  return router;
}
