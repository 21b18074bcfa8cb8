import { expect, it } from 'vitest';
import { createMetrics, defineCounter, defineGauge, defineHistogram } from '#metrics.ts';

it('keeps the numbers of each process apart, and puts its name to them', async () => {
  const [ingest, worker] = [createMetrics('ingest'), createMetrics('worker')];
  defineCounter(ingest, 'jobs_total', 'Jobs').inc(2);
  defineCounter(worker, 'jobs_total', 'Jobs').inc(3);
  expect(await ingest.registry.metrics()).toContain('jobs_total{service="ingest"} 2');
  expect(await worker.registry.metrics()).toContain('jobs_total{service="worker"} 3');
});

it('asks a gauge for its value at each reading', async () => {
  const metrics = createMetrics('ingest');
  let waiting = 1;
  defineGauge(metrics, 'waiting', 'Submissions that wait', () => waiting);
  expect(await metrics.registry.metrics()).toContain('waiting{service="ingest"} 1');
  waiting = 7;
  expect(await metrics.registry.metrics()).toContain('waiting{service="ingest"} 7');
});

it('counts in the buckets that it is given', async () => {
  const metrics = createMetrics('ingest');
  defineHistogram(metrics, 'batch', 'Submissions in a batch', [1, 10]).observe(5);
  const text = await metrics.registry.metrics();
  expect(text).toContain('batch_bucket{le="1",service="ingest"} 0');
  expect(text).toContain('batch_bucket{le="10",service="ingest"} 1');
});

it('reports processor, memory and event loop like every process', async () => {
  const text = await createMetrics('ingest').registry.metrics();
  expect(text).toContain('process_cpu_seconds_total');
  expect(text).toContain('nodejs_eventloop_lag_seconds');
});
