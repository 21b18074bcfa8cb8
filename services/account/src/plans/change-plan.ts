import type { AccountDeps } from '#deps/account-deps.ts';
import { announceForms } from '#forms/directory/announce-form.ts';

export interface PlanChange {
  readonly plan: string | null;
  readonly subscriptionStatus: 'active' | 'inactive';
}

/** Puts an account on another plan; when it returns, ingest holds the account to the new plan's limit. */
export async function changePlan(
  { database, relay }: Pick<AccountDeps, 'database' | 'relay'>,
  userId: string,
  change: PlanChange,
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    await tx.user.update({ where: { id: userId }, data: change });
    await announceForms(tx, userId);
  });
  await relay.deliver();
}
