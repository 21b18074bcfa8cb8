import { expect, it, onTestFinished, vi } from 'vitest';
import { defineLookup, defineLookups } from '#lookup-gauge.ts';
import { createMetrics } from '#metrics.ts';

it('asks at each reading', async () => {
  const metrics = createMetrics('test');
  let value = 1;
  const gauge = defineLookup(metrics, 'waiting', 'What waits', async () => value);
  expect((await gauge.get()).values[0]?.value).toBe(1);
  value = 2;
  expect((await gauge.get()).values[0]?.value).toBe(2);
});

it('knows nothing, rather than zero, of what fails or does not answer in time', async () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const metrics = createMetrics('test');
  const failing = defineLookup(metrics, 'failing', 'Fails', () => Promise.reject(new Error('away')));
  expect((await failing.get()).values[0]?.value).toBeNaN();
  const hanging = defineLookup(metrics, 'hanging', 'Hangs', () => new Promise<never>(() => undefined));
  const reading = hanging.get();
  await vi.advanceTimersByTimeAsync(1_500);
  expect((await reading).values[0]?.value).toBeNaN();
});

it('forgets the values of names that it cannot ask for any more', async () => {
  const metrics = createMetrics('test');
  let look = async (): Promise<[string, number][]> => [
    ['mail', 3],
    ['submissions', 5],
  ];
  const gauge = defineLookups(metrics, { name: 'jobs', help: 'Jobs', label: 'queue' }, () => look());
  const values = async () => (await gauge.get()).values.map(({ labels, value }) => [labels.queue, value]);
  expect(await values()).toEqual([
    ['mail', 3],
    ['submissions', 5],
  ]);
  look = () => Promise.reject(new Error('away'));
  expect(await values()).toEqual([]);
});
