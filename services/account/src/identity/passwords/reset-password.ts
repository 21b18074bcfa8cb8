import type { ResetPassword } from '@inlet/contracts/sessions';
import { passwordResetMail } from '@inlet/mail/mails/password-reset-mail';
import { recordPersonal } from '#access/audit/record-personal.ts';
import type { Client } from '#access/caller.ts';
import { saveProved } from '#access/people.store.ts';
import { hashPassword } from '#identity/credentials/passwords.ts';
import { requireGoodPassword } from '#identity/credentials/require-good-password.ts';
import { revokeAllKeys } from '#identity/keys/revoke-all-keys.ts';
import { endDevices } from '#identity/sessions/devices.store.ts';
import type { IdentityDeps } from '#identity/sessions/identity-deps.ts';
import { findMailLink, useMailLink } from '#identity/sessions/mail-tokens.store.ts';
import { handOverMails } from '#mail/hand-over-mails.ts';
import { keepMail } from '#mail/keep-mail.ts';

/**
 * Sets a new password with a mailed link, and ends every session and API key, because an attacker may have had them.
 */
export async function resetPassword(
  deps: IdentityDeps,
  client: Client,
  { token, password }: ResetPassword,
): Promise<void> {
  const { prisma } = deps.database;
  const link = await findMailLink(prisma, token, 'reset-password');
  requireGoodPassword(password, link.person.email, 'password');
  const passwordHash = await hashPassword(password);
  await prisma.$transaction(async (tx) => {
    const person = await useMailLink(tx, link);
    await saveProved(tx, person.id, { passwordHash });
    await endDevices(tx, person.id);
    const actor = { personId: person.id, name: 'system', ...client };
    await recordPersonal(tx, actor, 'account.password_reset');
    await revokeAllKeys(tx, actor, 'password_reset');
    await keepMail(tx, passwordResetMail(person.email, deps.config.PUBLIC_URL));
  });
  deps.background.run('mail that a password was reset', () => handOverMails(deps));
}
