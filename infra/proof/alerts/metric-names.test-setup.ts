const parts: Readonly<Record<string, readonly string[]>> = {
  histogram: ['_bucket', '_sum', '_count'],
  summary: ['', '_sum', '_count'],
};

/** The names of the metrics of these processes, and `up`, which Prometheus adds. */
export async function readMetricNames(addresses: readonly string[]): Promise<ReadonlySet<string>> {
  const texts = await Promise.all(addresses.map(async (at) => (await fetch(`http://${at}/metrics`)).text()));
  const declared = texts.flatMap((text) => [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)]);
  const names = declared.flatMap(([, name, type = '']) => (parts[type] ?? ['']).map((part) => `${name}${part}`));
  return new Set(['up', ...names]);
}
