import { openDatabase } from '@inlet/db/database';
import type { ServiceContext } from '@inlet/process/run-service';
import { createPlans } from '#plan/plans.ts';
import { ensureWaitlist } from '#users/waitlist/system-account.ts';

interface SeedConfig {
  readonly DATABASE_URL: string;
}

/** The settings of plans do not change the plan of the product's own account. */
const plans = createPlans({
  BILLING: 'on',
  PLAN_NAME: '',
  PLAN_FORMS: 0,
  PLAN_SUBMISSIONS: 0,
  PLAN_BYTES: 0,
  PLAN_STORAGE: 0,
  PLAN_IMPORTED: 0,
});

/** Makes the waitlist with the database alone. Account looks every second for forms that Redis does not know yet. */
export async function seedWaitlist({ config, lifecycle }: ServiceContext<SeedConfig>): Promise<void> {
  const database = openDatabase({ url: config.DATABASE_URL, maxConnections: 2, applicationName: 'seed' });
  lifecycle.onClose('disconnect', 'database of the waitlist', database.close);
  await ensureWaitlist({ database, plans, relay: { deliver: () => Promise.resolve() } });
}
