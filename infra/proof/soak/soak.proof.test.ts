import { setTimeout as pause } from 'node:timers/promises';
import { median } from '@inlet/bench/measure/median';
import { latenciesOf } from '@inlet/bench/reading/latencies';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { expect, it, onTestFinished } from 'vitest';
import { countsOf, untilDrained } from '#house/house.test-setup.ts';
import { openHouse } from '#house/open-house.test-setup.ts';
import { startReceiver } from '#house/receiver.test-setup.ts';
import { soakSeconds } from '#house/run-settings.ts';
import { openSender, sendSteadily } from '#house/visitors.test-setup.ts';

const measureSeconds = 10;
/** V8 takes more memory for garbage until a process has served some 100,000 submissions. Later growth is a leak. */
const warmUpSubmissions = 150_000;
const sampleCount = 60;
const connections = 64;
/** The rate for the form whose submissions are also followed and delivered. */
const followedPerSecond = 20;
/** The exported form gets no submissions meanwhile, so each export does the same work. */
const exportedRows = 5_000;
/** The allowed growth of a service's memory and handles from the second third to the last. */
const flat = { memoryTimes: 1.15, memoryMb: 25, handles: 25, latencyTimes: 1.25, latencyMs: 20 };

it('a third of the full load beside readers, exports and webhooks changes nothing with time', {
  timeout: (soakSeconds + 600) * 1_000,
}, async () => {
  const house = await openHouse();
  const { urls, fleets } = house;
  const [form, followed, exported] = [await house.addForm(), await house.addForm(), await house.addForm()];
  const receiver = await startReceiver();
  onTestFinished(receiver.close);
  const deliveredIds = () => new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
  await house.ask(`POST /api/v1/forms/${followed.id}/targets`, { body: JSON.stringify({ url: receiver.url }) });

  const sendOne = openSender(connections);
  const fields = { email: 'ada@example.com', message: 'A message of the usual length. '.repeat(6) };
  const accepted: Record<string, number> = { [form.id]: 0, [followed.id]: 0, [exported.id]: 0 };
  const failures: string[] = [];
  let times: number[] = [];
  async function submit({ id, endpointId }: typeof form): Promise<void> {
    const startMs = performance.now();
    try {
      const { status } = await sendOne(urls.gateway, endpointId, fields);
      if (status === 200) accepted[id] = (accepted[id] ?? 0) + 1;
      else failures.push(`a submission got ${status}`);
    } catch (error) {
      failures.push(`a submission: ${error}`);
    }
    times.push(performance.now() - startMs);
  }

  const sendWhile = async (goesOn: () => boolean) => {
    const visit = async () => {
      while (goesOn()) await submit(form);
    };
    await Promise.all(Array.from({ length: connections }, visit));
  };
  const sent = () => accepted[form.id] ?? 0;
  await sendWhile(() => sent() < warmUpSubmissions && failures.length === 0);
  // The most submissions that this machine handles while it also generates the load.
  const [sentBefore, fullMs] = [sent(), performance.now() + measureSeconds * 1_000];
  await sendWhile(() => performance.now() < fullMs);
  const perSecond = Math.floor((sent() - sentBefore) / measureSeconds / 3);
  const fill = async () => {
    for (let row = 0; row < exportedRows / connections; row += 1) await submit(exported);
  };
  await Promise.all(Array.from({ length: connections }, fill));
  await untilDrained(house);
  times = [];

  let isOver = false;
  const live = new AbortController();
  let heardMs = 0;
  const streams = [followed, followed, form].map(async ({ id }) => {
    while (!isOver) {
      // A stream ends with the token that opened it, and its reader reconnects.
      const stream = await house.ask(`GET /api/v1/forms/${id}/live`, { signal: live.signal });
      for await (const _bytes of stream.body ?? []) heardMs = performance.now();
    }
  });
  const reads = [
    ...['/api/v1/dashboard', '/api/v1/usage', '/api/v1/forms', '/api/v1/analytics'],
    ...[`/api/v1/forms/${form.id}/submissions?limit=50`, `/api/v1/forms/${exported.id}/export?format=csv`],
    `/api/v1/forms/${exported.id}/export?format=xlsx`,
  ];
  const readers = reads.map(async (path) => {
    while (!isOver) {
      const answer = await house.ask(`GET ${path}`);
      await answer.arrayBuffer();
      if (answer.status !== 200) failures.push(`${path} got ${answer.status}`);
      await pause(1_000);
    }
  });

  const samples: { times: number[]; usage: ReturnType<typeof house.measure> }[] = [];
  const sampleMs = (soakSeconds * 1_000) / sampleCount;
  const startMs = performance.now();
  const isSent = () => performance.now() - startMs >= soakSeconds * 1_000;
  const sending = [
    sendSteadily(perSecond, () => submit(form), isSent),
    sendSteadily(followedPerSecond, () => submit(followed), isSent),
  ];
  while (samples.length < sampleCount) {
    await pause(startMs + (samples.length + 1) * sampleMs - performance.now());
    samples.push({ times, usage: house.measure() });
    times = [];
  }
  await Promise.all(sending);
  isOver = true;
  if (performance.now() - heardMs > 5_000) failures.push('the live streams fell silent');
  live.abort();
  await Promise.all([...readers, ...streams.map((stream) => stream.catch(() => undefined))]);
  await untilDrained(house);
  const wanted = accepted[followed.id] ?? 0;
  await waitUntil(() => deliveredIds().size >= wanted, { timeoutMs: 60_000, what: 'every delivery' }).catch(
    () => undefined,
  );

  const [, second = [], last = []] = [0, 1, 2].map((third) =>
    samples.slice((third * sampleCount) / 3, ((third + 1) * sampleCount) / 3),
  );
  const latency = (some: typeof samples) => median(some.map((sample) => latenciesOf(sample.times).p99Ms));
  const usage = (some: typeof samples, name: string, what: 'memoryMb' | 'handles') =>
    Math.round(median(some.map((sample) => sample.usage[name]?.[what] ?? 0)));
  const figures = Object.keys(fleets).map((name) => ({
    name,
    MB: usage(second, name, 'memoryMb'),
    'MB then': usage(last, name, 'memoryMb'),
    handles: usage(second, name, 'handles'),
    'handles then': usage(last, name, 'handles'),
  }));
  const p99 = { before: latency(second), after: latency(last) };
  console.log(
    `${perSecond} a second for ${soakSeconds} s, p99 ${p99.before.toFixed(1)} then ${p99.after.toFixed(1)} ms`,
  );
  console.table(figures);
  const grown = figures.filter(
    (each) =>
      each['MB then'] > each.MB * flat.memoryTimes + flat.memoryMb ||
      each['handles then'] > each.handles + flat.handles,
  );
  expect({ failures: [...new Set(failures)], grown }).toEqual({ failures: [], grown: [] });
  expect(Object.values(fleets).flatMap((fleet) => fleet.fallen())).toEqual([]);
  for (const each of [form, followed, exported]) {
    const count = accepted[each.id];
    expect(await countsOf(house, each)).toMatchObject({ rows: count, total: count, days: count });
  }
  expect(deliveredIds().size).toBe(wanted);
  expect(p99.after).toBeLessThan(p99.before * flat.latencyTimes + flat.latencyMs);
});
