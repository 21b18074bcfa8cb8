import { listen } from '@inlet/service/http-server';
import { runService } from '@inlet/service/run-service';
import { createIngestApp } from '#app.ts';
import { loadConfig } from '#config.ts';
import { openDeps } from '#deps.ts';

await runService({
  name: 'ingest',
  loadConfig,
  start: async (context) => {
    const deps = await openDeps(context);
    const app = createIngestApp(deps);
    const server = await listen(app, { host: context.config.HOST, port: context.config.PORT });
    context.lifecycle.onClose('stop intake', 'http server', server.close);
  },
});
