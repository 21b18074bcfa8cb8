import { listen } from '@inlet/service/http-server';
import { runService } from '@inlet/service/run-service';
import { createAccountApp } from '#app.ts';
import { loadConfig } from '#config.ts';
import { openDeps } from '#deps.ts';

await runService({
  name: 'account',
  loadConfig,
  start: async (context) => {
    const deps = await openDeps(context);
    deps.relay.start();
    context.lifecycle.onClose('finish work', 'directory relay', deps.relay.stop);
    const app = createAccountApp(deps);
    const server = await listen(app, { host: context.config.HOST, port: context.config.PORT });
    context.lifecycle.onClose('stop intake', 'http server', server.close);
  },
});
