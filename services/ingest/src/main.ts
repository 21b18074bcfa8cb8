import { listen, serviceHandoverMs } from '@inlet/http/server';
import { runService } from '@inlet/process/run-service';
import { createIngestApp } from '#app.ts';
import { loadConfig } from '#config.ts';
import { openDeps } from '#deps.ts';

await runService({
  name: 'ingest',
  loadConfig,
  start: async (context) => {
    const deps = await openDeps(context);
    const { HOST: host, PORT: port } = context.config;
    const server = await listen(createIngestApp(deps), { host, port, handoverMs: serviceHandoverMs });
    context.lifecycle.onClose('stop intake', 'http server', server.close);
  },
});
