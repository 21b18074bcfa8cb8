import { listen } from '@inlet/service/http-server';
import { createMetrics } from '@inlet/service/metrics';
import { runService } from '@inlet/service/run-service';
import { createSimulatorApp } from '#stripe-simulator/app.ts';
import { readSimulatorConfig } from '#stripe-simulator/config.ts';
import { openSimulator } from '#stripe-simulator/simulator.ts';

await runService({
  name: 'stripe-simulator',
  loadConfig: readSimulatorConfig,
  start: async ({ config, logger, lifecycle }) => {
    const { STATE_FILE: stateFile, STRIPE_WEBHOOK_URL: url, STRIPE_WEBHOOK_SECRET: secret } = config;
    const simulator = openSimulator({ stateFile, webhook: url === undefined ? undefined : { url, secret }, logger });
    lifecycle.onClose('finish work', 'simulator', simulator.close);
    const app = createSimulatorApp({ simulator, logger, lifecycle, metrics: createMetrics('stripe-simulator') });
    const server = await listen(app, { host: '127.0.0.1', port: config.PORT });
    lifecycle.onClose('stop intake', 'http server', server.close);
  },
});
