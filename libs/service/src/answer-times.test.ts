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
  ['GET', '/a\\b\nc', 404, 0.002],
];

/** What is said, in no order: not that of the lines, and not that of the labels in them. */
function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.replace(/\{(.*)\}/, (_all, labels: string) => `{${labels.split(',').toSorted()}}`))
    .toSorted();
}

it('says what the histogram of prom-client says', async () => {
  const theirs = new Registry();
  theirs.setDefaultLabels({ service: 'ingest' });
  const answers = measureAnswers('ingest', name, buckets);
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
  const ours = linesOf(answers.text());
  expect(ours).toEqual(linesOf(await theirs.metrics()));
  expect(ours).toContain(
    `${name}_bucket{le="0.01",method="POST",route="/f/:endpointId",service="ingest",status="200"} 2`,
  );
});

it('shows nothing of what was never answered', () => {
  expect(measureAnswers('ingest', name, buckets).text()).not.toContain('_bucket');
});
