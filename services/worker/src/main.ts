import { listen } from '@inlet/http/server';
import { runService } from '@inlet/process/run-service';
import { createWorkerApp } from '#app.ts';
import { startBackground } from '#background-work.ts';
import { loadConfig } from '#config.ts';
import { consume } from '#consume.ts';
import { openDeps } from '#deps.ts';
import { repeatAtStart } from '#erasures/repeat-at-start.ts';

await runService({
  name: 'worker',
  loadConfig,
  start: async (context) => {
    const deps = await openDeps(context);
    let isPrepared = false;
    const app = createWorkerApp(deps, () => isPrepared);
    const server = await listen(app, { host: context.config.HOST, port: context.config.PORT });
    context.lifecycle.onClose('flush', 'http server', server.close);
    // After a restore, erasures are repeated before the worker is ready. This may take minutes.
    await repeatAtStart({ ...deps, lanes: deps.clientLanes });
    consume(deps);
    startBackground(deps);
    isPrepared = true;
  },
});
