import { listen, serviceHandoverMs } from '@inlet/http/server';
import { createMetrics } from '@inlet/observe/metrics';
import { runService } from '@inlet/process/run-service';
import { createGatewayApp, createProbesApp } from '#app.ts';
import { loadConfig, requireWebApp } from '#config.ts';

await runService({
  name: 'gateway',
  loadConfig,
  start: async (context) => {
    requireWebApp(context.config);
    const { HOST: host, PORT, PROBE_PORT } = context.config;
    const deps = { ...context, metrics: createMetrics('gateway') };
    const server = await listen(createGatewayApp(deps), { host, port: PORT, handoverMs: serviceHandoverMs });
    context.lifecycle.onClose('stop intake', 'http server', server.close);
    const probes = await listen(createProbesApp(deps), { host, port: PROBE_PORT });
    context.lifecycle.onClose('flush', 'probes', probes.close);
  },
});
