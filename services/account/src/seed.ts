import { runTask } from '@inlet/process/run-service';
import { loadSeedConfig } from '#config.ts';
import { seedDemoAccounts } from '#seed/seed-demo-accounts.ts';
import { seedWaitlist } from '#seed/seed-waitlist.ts';

/**
 * Creates what an installation requires; a local one gets the demo account, whose endpoint is printed, and one more
 * account for each address in the arguments.
 */
await runTask({
  name: 'seed',
  loadConfig: loadSeedConfig,
  run: async (context) => {
    await seedWaitlist(context);
    if (context.config.INLET_MODE === 'local') await seedDemoAccounts(context, process.argv.slice(2));
  },
});
