import { totpContext } from '@inlet/contracts/factor-secrets';
import type { Totp } from '@inlet/db/client';
import type { FactorDeps } from '#identity/factors/factor-deps.ts';
import { stepOf } from '#identity/factors/totp/totp-codes.ts';
import { findTotp, useStep } from '#identity/factors/totp/totps.store.ts';

/** Uses a code of a person's authenticator app up; returns false for one that is wrong or was used. */
export async function checkCode(
  deps: Pick<FactorDeps, 'database' | 'sealing'>,
  personId: string,
  code: string,
): Promise<boolean> {
  const { prisma } = deps.database;
  const totp = await findTotp(prisma, personId);
  if (totp?.confirmedAt == null) return false;
  const step = stepOfTotp(deps, totp, code);
  return step !== null && useStep(prisma, totp, step);
}

/** The time step whose code was given, by the sealed secret. */
export function stepOfTotp({ sealing }: Pick<FactorDeps, 'sealing'>, totp: Totp, code: string): number | null {
  return stepOf(sealing.open(totp.sealed, totpContext(totp.personId)), code);
}
