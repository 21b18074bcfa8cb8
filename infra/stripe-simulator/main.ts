import { listen } from '@inlet/service/http-server';
import { createMetrics } from '@inlet/service/metrics';
import { runService } from '@inlet/service/run-service';
import { createSimulatorApp } from '#app.ts';
import { readSimulatorConfig } from '#config.ts';
import { openSimulator } from '#simulator.ts';

await runService({
  name: 'stripe-simulator',
  loadConfig: readSimulatorConfig,
  start: async ({ config, logger, lifecycle }) => {
    const { HOST: host, PORT: port, STATE_FILE: stateFile } = config;
    const pagesUrl = config.STRIPE_PAGES_URL ?? `http://127.0.0.1:${port}`;
    const hostNames = config.STRIPE_HOST_NAME === undefined ? [] : [config.STRIPE_HOST_NAME];
    const { STRIPE_WEBHOOK_URL: url, STRIPE_WEBHOOK_SECRET: secret } = config;
    const webhook = url === undefined ? undefined : { url, secret };
    const simulator = openSimulator({ stateFile, pagesUrl, webhook, logger });
    lifecycle.onClose('finish work', 'simulator', simulator.close);
    const app = createSimulatorApp({
      simulator,
      hostNames,
      logger,
      lifecycle,
      metrics: createMetrics('stripe-simulator'),
    });
    const server = await listen(app, { host, port });
    lifecycle.onClose('stop intake', 'http server', server.close);
  },
});
