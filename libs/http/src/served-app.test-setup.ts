import { createMetrics, type Metrics } from '@inlet/observe/metrics';
import { createLifecycle, type Lifecycle } from '@inlet/process/lifecycle';
import { type LogLine, recordLog } from '@inlet/process/recorded-log.test-setup';
import { createHttpApp, type HttpAppOptions } from '#app.ts';
import { listen } from '#server.ts';

export interface ServedApp {
  readonly url: string;
  readonly port: number;
  readonly lifecycle: Lifecycle;
  readonly metrics: Metrics;
  readonly lines: readonly LogLine[];
  readonly close: () => Promise<unknown>;
}

/** Serves an app of the skeleton on a free port, with its log. */
export async function serveApp(options: Partial<HttpAppOptions> = {}): Promise<ServedApp> {
  const { logger, lines } = recordLog();
  const lifecycle = createLifecycle({ logger, deadlineMs: 60_000 });
  const metrics = createMetrics('test');
  const app = createHttpApp({ logger, lifecycle, metrics, dependencies: [], routes: () => undefined, ...options });
  const { port, close } = await listen(app, { host: '127.0.0.1', port: 0 });
  return { url: `http://127.0.0.1:${port}`, port, lifecycle, metrics, lines, close };
}
