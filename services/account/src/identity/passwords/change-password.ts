import type { changePasswordSchema } from '@inlet/contracts/sessions';
import type { User } from '@inlet/db/client';
import { passwordChangedMail } from '@inlet/mail/mails/password-changed-mail';
import type * as z from 'zod';
import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#access/audit/record-audit.ts';
import type { Caller } from '#access/caller.ts';
import { wrongPassword } from '#errors.ts';
import { confirmPassword } from '#identity/credentials/confirm-password.ts';
import { hashPassword } from '#identity/credentials/passwords.ts';
import { requireGoodPassword } from '#identity/credentials/require-good-password.ts';
import { replacePassword } from '#identity/credentials/users.store.ts';
import { endDevices } from '#identity/sessions/devices.store.ts';
import type { IdentityDeps } from '#identity/sessions/identity-deps.ts';
import { forgetMailLinks, lockUser } from '#identity/sessions/mail-tokens.store.ts';
import { handOverMails } from '#mail/hand-over-mails.ts';
import { keepMail } from '#mail/keep-mail.ts';

export interface PasswordChange {
  readonly actor: Actor;
  readonly caller: Caller;
  readonly user: User;
  readonly body: z.output<typeof changePasswordSchema>;
}

/** Ends every session except the caller's. A password that was changed meanwhile is not changed again. */
export async function changePassword(deps: IdentityDeps, { actor, caller, user, body }: PasswordChange): Promise<void> {
  requireGoodPassword(body.newPassword, user.email, 'newPassword');
  await confirmPassword(deps, user, body.currentPassword);
  const passwordHash = await hashPassword(body.newPassword);
  await deps.database.prisma.$transaction(async (tx) => {
    await lockUser(tx, user.id);
    if (!(await replacePassword(tx, user, passwordHash))) throw wrongPassword();
    await forgetMailLinks(tx, user.id);
    await endDevices(tx, user.id, caller.kind === 'session' ? caller.sessionId : undefined);
    await recordAudit(tx, actor, 'account.password_changed');
    await keepMail(tx, passwordChangedMail(user.email, deps.config.PUBLIC_URL));
  });
  deps.background.run('mail that a password was changed', () => handOverMails(deps));
}
