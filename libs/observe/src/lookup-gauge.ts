import { setTimeout } from 'node:timers/promises';
import { Gauge } from 'prom-client';
import type { Metrics } from '#metrics.ts';

/** The timeout for one value when all metrics are read; a probe may need a second. */
const lookTimeoutMs = 1_500;

/** Declares a gauge with an asynchronous value. A value that is late is NaN. */
export function defineLookup({ registry }: Metrics, name: string, help: string, look: () => Promise<number>): Gauge {
  return new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      this.set(await inTimeOr(look(), Number.NaN));
    },
  });
}

/** The same with one value per label; a label without a value in time is absent. */
export function defineLookups<Label extends string>(
  metrics: Metrics,
  { name, help, label }: { readonly name: string; readonly help: string; readonly label: Label },
  look: () => Promise<Iterable<readonly [labelled: string, value: number]>>,
): Gauge<Label> {
  return defineLabelledLookups(metrics, { name, help, labels: [label] }, async () =>
    Array.from(await look(), ([labelled, value]) => [[labelled], value] as const),
  );
}

/** The same with several labels, whose texts come in the same order. */
export function defineLabelledLookups<Label extends string>(
  { registry }: Metrics,
  { name, help, labels }: { readonly name: string; readonly help: string; readonly labels: readonly Label[] },
  look: () => Promise<Iterable<readonly [labelled: readonly string[], value: number]>>,
): Gauge<Label> {
  return new Gauge<Label>({
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
    async collect() {
      const values = await inTimeOr(look(), []);
      this.reset();
      for (const [labelled, value] of values) this.labels(...labelled).set(value);
    },
  });
}

/** Resolves to a fallback if the value fails or takes too long. */
function inTimeOr<T>(value: Promise<T>, otherwise: T): Promise<T> {
  return Promise.race([value.catch(() => otherwise), setTimeout(lookTimeoutMs, otherwise, { ref: false })]);
}
