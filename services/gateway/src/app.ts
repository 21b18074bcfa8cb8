import { createHttpApp } from '@inlet/service/http-app';
import type { Metrics } from '@inlet/service/metrics';
import type { ServiceContext } from '@inlet/service/run-service';
import type { Express } from 'express';
import type { GatewayConfig } from '#config.ts';
import { createProxy } from '#proxy.ts';
import { securityHeaders } from '#security-headers.ts';
import { serveWeb } from '#web.ts';

export interface GatewayDeps extends ServiceContext<GatewayConfig> {
  readonly metrics: Metrics;
}

/** The one public door: what belongs to a service goes there, everything else is the web app. */
export function createGatewayApp(deps: GatewayDeps): Express {
  const { config } = deps;
  const ingest = createProxy(config.INGEST_URL, deps);
  const account = createProxy(config.ACCOUNT_URL, deps);
  return createHttpApp({
    ...deps,
    probes: false,
    dependencies: [],
    routes: (app) => {
      app.use(['/api/forms', '/f'], ingest);
      app.use('/api', account);
      app.use(securityHeaders(), serveWeb(config));
    },
  });
}

/** The gateway's probes, for a port that is not public. Its two services answer for themselves. */
export function createProbesApp(deps: GatewayDeps): Express {
  return createHttpApp({ ...deps, dependencies: [], routes: () => undefined });
}
