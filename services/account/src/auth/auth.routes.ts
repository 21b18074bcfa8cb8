import { Router } from 'express';
import { changeEmailHandler } from '#auth/change-email.handler.ts';
import { changePasswordHandler } from '#auth/change-password.handler.ts';
import { confirmEmailHandler } from '#auth/confirm-email.handler.ts';
import { forgotPasswordHandler } from '#auth/forgot-password.handler.ts';
import { refreshHandler } from '#auth/refresh.handler.ts';
import { createRefreshCookie } from '#auth/refresh-cookie.ts';
import { requireSameSite } from '#auth/require-same-site.ts';
import { requirePerson, requireUser } from '#auth/require-user.ts';
import { resetPasswordHandler } from '#auth/reset-password.handler.ts';
import { signInHandler } from '#auth/sign-in.handler.ts';
import { signOutHandler } from '#auth/sign-out.handler.ts';
import { signUpHandler } from '#auth/sign-up.handler.ts';
import type { AccountDeps } from '#deps.ts';
import { limitNetwork } from '#limits/limit-network.ts';
import { confirmationsOfNetwork, forgottenOfNetwork, resetsOfNetwork, signUpsOfNetwork } from '#limits/limits.ts';
import { requireMail } from '#mails/require-mail.ts';

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
