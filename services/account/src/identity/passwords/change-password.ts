import type { changePasswordSchema } from '@inlet/contracts/sessions';
import type { Person } from '@inlet/db/client';
import { passwordChangedMail } from '@inlet/mail/mails/password-changed-mail';
import type * as z from 'zod';
import { type PersonalActor, recordPersonal } from '#access/audit/record-personal.ts';
import type { Caller } from '#access/caller.ts';
import { lockPerson, replacePassword } from '#access/people.store.ts';
import { wrongPassword } from '#errors.ts';
import { confirmPassword } from '#identity/credentials/confirm-password.ts';
import { hashPassword } from '#identity/credentials/passwords.ts';
import { requireGoodPassword } from '#identity/credentials/require-good-password.ts';
import { endDevices } from '#identity/sessions/devices.store.ts';
import type { IdentityDeps } from '#identity/sessions/identity-deps.ts';
import { forgetMailLinks } from '#identity/sessions/mail-tokens.store.ts';
import { handOverMails } from '#mail/hand-over-mails.ts';
import { keepMail } from '#mail/keep-mail.ts';

export interface PasswordChange {
  readonly actor: PersonalActor;
  readonly caller: Caller;
  readonly person: Person;
  readonly body: z.output<typeof changePasswordSchema>;
}

/** Ends every session but the one that asks. A password that was changed meanwhile is not changed once more. */
export async function changePassword(
  deps: IdentityDeps,
  { actor, caller, person, body }: PasswordChange,
): Promise<void> {
  requireGoodPassword(body.newPassword, person.email, 'newPassword');
  await confirmPassword(deps, person, body.currentPassword);
  const passwordHash = await hashPassword(body.newPassword);
  await deps.database.prisma.$transaction(async (tx) => {
    await lockPerson(tx, person.id);
    if (!(await replacePassword(tx, person, passwordHash))) throw wrongPassword();
    await forgetMailLinks(tx, person.id);
    await endDevices(tx, person.id, caller.kind === 'session' ? caller.sessionId : undefined);
    await recordPersonal(tx, actor, 'account.password_changed');
    await keepMail(tx, passwordChangedMail(person.email, deps.config.PUBLIC_URL));
  });
  deps.background.run('mail that a password was changed', () => handOverMails(deps));
}
