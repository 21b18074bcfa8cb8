import { createHttpApp } from '@inlet/http/app';
import { listen } from '@inlet/http/server';
import { requireHere } from '@inlet/local/require-here';
import { createMetrics } from '@inlet/observe/metrics';
import type { ServiceContext } from '@inlet/process/run-service';
import { createApiRoutes } from '#api/api.routes.ts';
import type { SimulatorConfig } from '#config.ts';
import { createControlRoutes } from '#control/control.routes.ts';
import type { Pace } from '#events/deliverer.ts';
import { createPageRoutes } from '#pages/page.routes.ts';
import { openSimulator } from '#simulator.ts';

/** Serves the API for programs, the pages for people, and the controls for tests. */
export async function serveSimulator(context: ServiceContext<SimulatorConfig>, pace?: Pace): Promise<void> {
  const { config, logger, lifecycle } = context;
  const simulator = openSimulator(config, logger, pace);
  lifecycle.onClose('finish work', 'simulator', simulator.close);
  const app = createHttpApp({
    logger,
    lifecycle,
    metrics: createMetrics('stripe-simulator'),
    dependencies: [],
    routes: (app) => {
      // Stripe writes lists and ranges with brackets, in addresses too.
      app.set('query parser', 'extended');
      app.use(requireHere(config.STRIPE_HOST_NAME === undefined ? [] : [config.STRIPE_HOST_NAME]));
      app.use(createApiRoutes(simulator, logger));
      app.use(createControlRoutes(simulator));
      app.use(createPageRoutes(simulator));
    },
  });
  const server = await listen(app, { host: config.HOST, port: config.PORT });
  lifecycle.onClose('stop intake', 'http server', server.close);
}
