import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** The metrics of a process, in the text format of Prometheus. */
export interface Metrics {
  readonly registry: Registry;
  /** Records how long the response to a request took. */
  readonly observeHttp: (method: string, route: string, status: number, seconds: number) => void;
}

/** From half a millisecond to ten seconds: the target for most responses is in the middle. */
const httpBucketsSeconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Creates a separate registry for each process, so that several can run in one test. */
export function createMetrics(service: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'inlet_http_request_duration_seconds',
    help: 'Time from the request to the end of the response',
    buckets: httpBucketsSeconds,
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  return {
    registry,
    observeHttp: (method, route, status, seconds) => durations.observe({ method, route, status }, seconds),
  };
}

/** Declares a counter in a process's registry. */
export function defineCounter<Label extends string = never>(
  { registry }: Metrics,
  name: string,
  help: string,
  labelNames: Label[] = [],
): Counter<Label> {
  return new Counter({ name, help, labelNames, registers: [registry] });
}

/** Declares a gauge whose value is read at each scrape. */
export function defineGauge({ registry }: Metrics, name: string, help: string, read: () => number): Gauge {
  return new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read());
    },
  });
}

/** Declares a histogram in a process's registry. */
export function defineHistogram<Label extends string = never>(
  { registry }: Metrics,
  name: string,
  help: string,
  buckets: readonly number[],
  labelNames: Label[] = [],
): Histogram<Label> {
  return new Histogram({ name, help, buckets: [...buckets], labelNames, registers: [registry] });
}
