import { Gauge } from 'prom-client';
import type { Metrics } from '#metrics.ts';
import { withTimeout } from '#with-timeout.ts';

/** A reading of all metrics waits no longer than this for what has to be asked for; a probe may need a second. */
const lookTimeoutMs = 1_500;

/** Declares a gauge whose value is asked for elsewhere at each reading. What is not answered in time is not known: NaN. */
export function defineLookup({ registry }: Metrics, name: string, help: string, look: () => Promise<number>): Gauge {
  return new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      this.set(await withTimeout(look(), lookTimeoutMs).catch(() => Number.NaN));
    },
  });
}

/** The same with one value for each of a few names; what is not answered in time is absent. */
export function defineLookups<Label extends string>(
  { registry }: Metrics,
  { name, help, label }: { readonly name: string; readonly help: string; readonly label: Label },
  look: () => Promise<Iterable<readonly [labelled: string, value: number]>>,
): Gauge<Label> {
  return new Gauge<Label>({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    async collect() {
      const values = await withTimeout(look(), lookTimeoutMs).catch(() => []);
      this.reset();
      for (const [labelled, value] of values) this.labels(labelled).set(value);
    },
  });
}
