import { requireHere } from '@inlet/local/require-here';
import { createHttpApp } from '@inlet/service/http-app';
import type { Lifecycle } from '@inlet/service/lifecycle';
import type { Logger } from '@inlet/service/logger';
import type { Metrics } from '@inlet/service/metrics';
import type { Express } from 'express';
import { createApiRoutes } from '#api/api.routes.ts';
import { createControlRoutes } from '#control/control.routes.ts';
import { createPageRoutes } from '#pages/page.routes.ts';
import type { Simulator } from '#simulator.ts';

interface Parts {
  /** Accepted host names besides those of this machine. */
  readonly hostNames?: readonly string[];
  readonly simulator: Simulator;
  readonly logger: Logger;
  readonly lifecycle: Lifecycle;
  readonly metrics: Metrics;
}

/** The API for programs, the pages for people, and the controls for tests. */
export function createSimulatorApp({ simulator, hostNames, ...rest }: Parts): Express {
  return createHttpApp({
    ...rest,
    dependencies: [],
    routes: (app) => {
      // Stripe writes lists and ranges with brackets, in addresses too.
      app.set('query parser', 'extended');
      app.use(requireHere(hostNames));
      app.use(createApiRoutes(simulator, rest.logger));
      app.use(createControlRoutes(simulator));
      app.use(createPageRoutes(simulator));
    },
  });
}
