/** The durations of the requests in one round. */
export type Latencies = { p50Ms: number; p95Ms: number; p99Ms: number };

const WARM_UP_REQUESTS = 20;
const REQUESTS = 200;

/** Runs the same work repeatedly, and returns each duration. */
export async function measureLatencies(work: () => Promise<unknown>, requests = REQUESTS): Promise<Latencies> {
  for (let sent = 0; sent < WARM_UP_REQUESTS; sent += 1) await work();
  const times: number[] = [];
  for (let sent = 0; sent < requests; sent += 1) {
    const startMs = performance.now();
    await work();
    times.push(performance.now() - startMs);
  }
  return latenciesOf(times);
}

export function latenciesOf(times: readonly number[]): Latencies {
  const sorted = times.toSorted((a, b) => a - b);
  // The percentile: the shortest time that this many of a hundred do not exceed.
  const at = (percent: number) => sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? 0;
  return { p50Ms: at(50), p95Ms: at(95), p99Ms: at(99) };
}
