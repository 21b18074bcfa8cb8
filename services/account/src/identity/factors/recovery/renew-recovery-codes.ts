import type { RecoveryCodes } from '@inlet/contracts/factors';
import type { Prisma } from '@inlet/db/client';
import { type PersonalActor, recordPersonal } from '#access/audit/record-personal.ts';
import { lockPerson } from '#access/people.store.ts';
import { secondFactorOff } from '#errors.ts';
import type { FactorDeps } from '#identity/factors/factor-deps.ts';
import { hasFactor } from '#identity/factors/factors.store.ts';
import { replaceCodes } from '#identity/factors/recovery/recovery-codes.store.ts';
import { createRecoveryCodes, hashRecoveryCode } from '#identity/factors/recovery/recovery-codes.ts';

/** Replaces the recovery codes of a person that has a second factor. */
export function renewRecoveryCodes({ database }: FactorDeps, actor: PersonalActor): Promise<RecoveryCodes> {
  return database.prisma.$transaction(async (tx) => {
    await lockPerson(tx, actor.personId);
    if (!(await hasFactor(tx, actor.personId))) throw secondFactorOff();
    await recordPersonal(tx, actor, 'account.recovery_codes_renewed');
    return { recoveryCodes: await giveRecoveryCodes(tx, actor.personId) };
  });
}

/** Makes codes in the transaction that makes them needed. They are shown once. */
export async function giveRecoveryCodes(tx: Prisma.TransactionClient, personId: string): Promise<string[]> {
  const codes = createRecoveryCodes();
  await replaceCodes(tx, personId, codes.map(hashRecoveryCode));
  return codes;
}
