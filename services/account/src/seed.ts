import { runTask } from '@inlet/process/run-service';
import { openDeps } from '#account-deps.ts';
import { loadConfig } from '#config.ts';
import { demoEmail, seedDemo } from '#seed/seed-demo.ts';
import { seedDemoBilling } from '#seed/seed-demo-billing.ts';
import { ensureWaitlist } from '#users/waitlist/system-account.ts';

/**
 * Makes what an installation cannot be without; a local one gets the demo account, whose endpoint is printed, and one
 * more for each address in the arguments.
 */
await runTask({
  name: 'seed',
  loadConfig,
  run: async (context) => {
    const deps = await openDeps(context);
    await ensureWaitlist(deps);
    if (context.config.INLET_MODE !== 'local') return;
    for (const email of [demoEmail, ...process.argv.slice(2)]) {
      const { endpointId, userId } = await seedDemo(deps, email);
      await seedDemoBilling(deps, userId);
      if (email === demoEmail) process.stdout.write(`${JSON.stringify({ demoEndpointId: endpointId })}\n`);
    }
  },
});
