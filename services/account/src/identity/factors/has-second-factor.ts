import type { FactorDeps } from '#identity/factors/factor-deps.ts';
import { hasFactor } from '#identity/factors/factors.store.ts';

/** Whether a person has an authenticator app or a passkey. */
export function hasSecondFactor({ database }: Pick<FactorDeps, 'database'>, personId: string): Promise<boolean> {
  return hasFactor(database.prisma, personId);
}
