import { recoveryCodeUsedMail } from '@inlet/mail/mails/recovery-code-used-mail';
import { type PersonalActor, recordPersonal } from '#access/audit/record-personal.ts';
import { lockPerson } from '#access/people.store.ts';
import type { FactorDeps, FactorOwner } from '#identity/factors/factor-deps.ts';
import { countCodes, useCode } from '#identity/factors/recovery/recovery-codes.store.ts';
import { hashRecoveryCode } from '#identity/factors/recovery/recovery-codes.ts';
import { handOverMails } from '#mail/hand-over-mails.ts';
import { keepMail } from '#mail/keep-mail.ts';

/** Uses a recovery code of a person up, and tells the person; returns false for a code that is none. */
export async function useRecoveryCode(
  deps: FactorDeps,
  actor: PersonalActor,
  { id, email }: FactorOwner,
  code: string,
): Promise<boolean> {
  const isUsed = await deps.database.prisma.$transaction(async (tx) => {
    await lockPerson(tx, id);
    if (!(await useCode(tx, id, hashRecoveryCode(code)))) return false;
    const left = await countCodes(tx, id);
    await recordPersonal(tx, actor, 'account.recovery_code_used', { left });
    await keepMail(tx, recoveryCodeUsedMail(email, deps.config.PUBLIC_URL, left));
    return true;
  });
  if (isUsed) deps.background.run('mail that a recovery code was used', () => handOverMails(deps));
  return isUsed;
}
