import { listen, serviceHandoverMs } from '@inlet/http/server';
import { runService } from '@inlet/process/run-service';
import { openDeps } from '#account-deps.ts';
import { createAccountApp } from '#app.ts';
import { startBackground } from '#background-work.ts';
import { loadConfig } from '#config.ts';

await runService({
  name: 'account',
  loadConfig,
  start: async (context) => {
    const deps = await openDeps(context);
    context.lifecycle.onClose('finish work', 'directory relay', deps.relay.idle);
    deps.live.start();
    startBackground(deps);
    const app = createAccountApp(deps);
    const { HOST: host, PORT: port } = context.config;
    const server = await listen(app, { host, port, handoverMs: serviceHandoverMs });
    context.lifecycle.onClose('stop intake', 'http server', server.close);
    // Closes before the server, which waits for every unfinished response.
    context.lifecycle.onClose('stop intake', 'live streams', deps.live.close);
  },
});
