import { Histogram, Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { measureAnswers } from '#answer-times.ts';

const name = 'answer_seconds';
const buckets = [0.001, 0.01, 1];
const seen: readonly [string, string, number, number][] = [
  ['POST', '/f/:endpointId', 200, 0.0005],
  ['POST', '/f/:endpointId', 200, 0.001],
  ['POST', '/f/:endpointId', 200, 0.5],
  ['POST', '/f/:endpointId', 200, 7],
  ['POST', '/f/:endpointId', 429, 0.002],
  ['GET', '/f/:endpointId', 200, 0.002],
  ['GET', '/say "hi"', 404, 0.002],
];

/** What is said, in no order: not that of the lines, and not that of the labels in them. */
async function linesOf(registry: Registry): Promise<string[]> {
  const lines = (await registry.metrics()).split('\n');
  return lines
    .map((line) => line.replace(/\{(.*)\}/, (_all, labels: string) => `{${labels.split(',').toSorted()}}`))
    .toSorted();
}

it('says what the histogram of prom-client says', async () => {
  const [ours, theirs] = [new Registry(), new Registry()];
  for (const registry of [ours, theirs]) registry.setDefaultLabels({ service: 'ingest' });
  const answers = measureAnswers(ours, name, buckets);
  const help = 'Time from the request to the end of the answer';
  const histogram = new Histogram({
    name,
    help,
    buckets,
    labelNames: ['method', 'route', 'status'],
    registers: [theirs],
  });
  for (const [method, route, status, seconds] of seen) {
    answers.observe(method, route, status, seconds);
    histogram.observe({ method, route, status }, seconds);
  }
  expect(await linesOf(ours)).toEqual(await linesOf(theirs));
  expect(await linesOf(ours)).toContain(
    `${name}_bucket{le="0.01",method="POST",route="/f/:endpointId",service="ingest",status="200"} 2`,
  );
});

it('shows nothing of what was never answered', async () => {
  const registry = new Registry();
  measureAnswers(registry, name, buckets);
  expect(await registry.metrics()).not.toContain('_bucket');
});
