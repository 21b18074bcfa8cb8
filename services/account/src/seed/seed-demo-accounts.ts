import type { ServiceContext } from '@inlet/process/run-service';
import { openDeps } from '#account-deps.ts';
import { loadConfig } from '#config.ts';
import { demoEmail, seedDemo } from '#seed/seed-demo.ts';
import { seedDemoBilling } from '#seed/seed-demo-billing.ts';

/** Makes the demo account, whose endpoint is printed, and one more for each address. They need all that account needs. */
export async function seedDemoAccounts(context: ServiceContext<unknown>, emails: readonly string[]): Promise<void> {
  const deps = await openDeps({ ...context, config: loadConfig() });
  for (const email of [demoEmail, ...emails]) {
    const { endpointId, userId } = await seedDemo(deps, email);
    await seedDemoBilling(deps, userId);
    if (email === demoEmail) process.stdout.write(`${JSON.stringify({ demoEndpointId: endpointId })}\n`);
  }
}
