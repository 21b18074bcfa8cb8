import { totpContext } from '@inlet/contracts/factor-secrets';
import type { NewTotp, RecoveryCodes, TotpState } from '@inlet/contracts/factors';
import { twoStepMail } from '@inlet/mail/mails/two-step-mail';
import { type PersonalActor, recordPersonal } from '#access/audit/record-personal.ts';
import { lockPerson } from '#access/people.store.ts';
import { secondFactorOn, wrongCode } from '#errors.ts';
import type { FactorDeps, FactorOwner } from '#identity/factors/factor-deps.ts';
import { guessCode } from '#identity/factors/guess-code.ts';
import { countCodes, deleteUselessCodes } from '#identity/factors/recovery/recovery-codes.store.ts';
import { giveRecoveryCodes } from '#identity/factors/recovery/renew-recovery-codes.ts';
import { stepOfTotp } from '#identity/factors/totp/check-code.ts';
import { createTotpSecret, qrOf, totpUri } from '#identity/factors/totp/totp-codes.ts';
import { confirmStep, deleteTotp, findTotp, insertTotp } from '#identity/factors/totp/totps.store.ts';
import { handOverMails } from '#mail/hand-over-mails.ts';
import { keepMail } from '#mail/keep-mail.ts';

export async function readTotp({ database }: FactorDeps, personId: string): Promise<TotpState> {
  const [totp, recoveryCodesLeft] = await Promise.all([
    findTotp(database.prisma, personId),
    countCodes(database.prisma, personId),
  ]);
  const since = totp?.confirmedAt ?? null;
  return { isOn: since !== null, onSince: since?.toISOString() ?? null, recoveryCodesLeft };
}

/** Makes a secret, which replaces one that waits for its first code. */
export async function startTotp({ database, sealing }: FactorDeps, { id, email }: FactorOwner): Promise<NewTotp> {
  const secret = createTotpSecret();
  const sealed = Uint8Array.from(sealing.seal(secret, totpContext(id)));
  if (!(await insertTotp(database.prisma, id, sealed))) throw secondFactorOn();
  const uri = totpUri(secret, email);
  return { secret, uri, qr: qrOf(uri) };
}

/** Switches two-step sign-in on, by a code that works no second time. */
export async function confirmTotp(
  deps: FactorDeps,
  actor: PersonalActor,
  { id, email }: FactorOwner,
  code: string,
): Promise<RecoveryCodes> {
  const { prisma } = deps.database;
  const found = await guessCode(deps, id, async () => {
    const totp = await findTotp(prisma, id);
    const step = totp && totp.confirmedAt === null ? stepOfTotp(deps, totp, code) : null;
    return totp && step !== null ? { totp, step } : null;
  });
  if (!found) throw wrongCode();
  const recoveryCodes = await prisma.$transaction(async (tx) => {
    await lockPerson(tx, id);
    if (!(await confirmStep(tx, found.totp, found.step))) throw wrongCode();
    await recordPersonal(tx, actor, 'account.totp_on');
    await keepMail(tx, twoStepMail(email, deps.config.PUBLIC_URL, 'on'));
    return giveRecoveryCodes(tx, id);
  });
  deps.background.run('mail that two-step sign-in is on', () => handOverMails(deps));
  return { recoveryCodes };
}

/** Removes the authenticator app. Removing none changes nothing. */
export async function endTotp(deps: FactorDeps, actor: PersonalActor, { id, email }: FactorOwner): Promise<void> {
  await deps.database.prisma.$transaction(async (tx) => {
    await lockPerson(tx, id);
    if (!(await deleteTotp(tx, id))) return;
    await deleteUselessCodes(tx, id);
    await recordPersonal(tx, actor, 'account.totp_off');
    await keepMail(tx, twoStepMail(email, deps.config.PUBLIC_URL, 'off'));
  });
  deps.background.run('mail that two-step sign-in is off', () => handOverMails(deps));
}
