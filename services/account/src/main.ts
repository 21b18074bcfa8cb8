import { listen, serviceHandoverMs } from '@inlet/http/server';
import { runService } from '@inlet/process/run-service';
import { createAccountApp } from '#app.ts';
import { startBillingScheduler } from '#billing/reconciliation/billing-scheduler.ts';
import { loadConfig } from '#config.ts';
import { openDeps } from '#deps/account-deps.ts';
import { startUpkeepScheduler } from '#scheduler/upkeep-scheduler.ts';

await runService({
  name: 'account',
  loadConfig,
  start: async (context) => {
    const deps = await openDeps(context);
    deps.relay.start();
    context.lifecycle.onClose('finish work', 'directory relay', deps.relay.stop);
    deps.live.start();
    if (deps.plans.areSold) context.lifecycle.onClose('finish work', 'billing', startBillingScheduler(deps).close);
    context.lifecycle.onClose('finish work', 'upkeep', startUpkeepScheduler(deps).close);
    const app = createAccountApp(deps);
    const { HOST: host, PORT: port } = context.config;
    const server = await listen(app, { host, port, handoverMs: serviceHandoverMs });
    context.lifecycle.onClose('stop intake', 'http server', server.close);
    // Closes before the server, which waits for every answer that is not over.
    context.lifecycle.onClose('stop intake', 'live streams', deps.live.close);
  },
});
