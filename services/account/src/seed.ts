import { runTask } from '@inlet/service/run-service';
import { ensureWaitlist } from '#account/waitlist/system-account.ts';
import { loadConfig } from '#config.ts';
import { openDeps } from '#deps/account-deps.ts';
import { seedDemo } from '#seed/seed-demo.ts';
import { seedDemoBilling } from '#seed/seed-demo-billing.ts';

/** Makes what an installation cannot be without; a local one gets a demo account, whose endpoint is printed. */
await runTask({
  name: 'seed',
  loadConfig,
  run: async (context) => {
    const deps = await openDeps(context);
    await ensureWaitlist(deps);
    if (context.config.INLET_MODE !== 'local') return;
    const { endpointId, userId } = await seedDemo(deps);
    await seedDemoBilling(deps, userId);
    process.stdout.write(`${JSON.stringify({ demoEndpointId: endpointId })}\n`);
  },
});
