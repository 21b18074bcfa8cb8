import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { latenciesOf } from '@inlet/bench/reading/latencies';
import { waitUntil } from '@inlet/testing/wait-until';
import { expect, it, onTestFinished } from 'vitest';
import { soakSeconds } from '#faults/run-settings.ts';
import { openHouse, type Usage } from '#fuzz/open-house.test-setup.ts';

const measureSeconds = 10;
const connections = 64;
/** Of the form whose submissions are also followed, exported and delivered. */
const followedPerSecond = 20;
const tickMs = 10;
/** Memory and handles of a service may be so much above those of the second third, in the last one. */
const flat = { memoryTimes: 1.15, memoryMb: 25, handles: 25, latencyTimes: 2, latencyMs: 20 };

type Sample = { readonly times: number[]; readonly usage: Readonly<Record<string, Usage>> };

const medianOf = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function startReceiver() {
  const ids = new Set<unknown>();
  const server = createServer(async (incoming, response) => {
    ids.add(incoming.headers['webhook-id']);
    await text(incoming);
    response.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, ids };
}

it('a third of the full load beside readers, exports and webhooks changes nothing with time', {
  timeout: (soakSeconds + 300) * 1_000,
}, async () => {
  const house = await openHouse();
  const { urls, database, fleets } = house;
  const [form, followed] = [await house.addForm(), await house.addForm()];
  const receiver = await startReceiver();
  await house.ask(`POST /api/v1/forms/${followed.id}/targets`, { body: JSON.stringify({ url: receiver.url }) });

  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  onTestFinished(() => agent.destroy());
  const accepted: Record<string, number> = { [form.id]: 0, [followed.id]: 0 };
  const failures: string[] = [];
  let times: number[] = [];
  async function submit({ id, endpointId }: typeof form): Promise<void> {
    const startMs = performance.now();
    try {
      const headers = { 'content-type': 'application/json' };
      const outgoing = request(`${urls.gateway}/f/${endpointId}`, { agent, method: 'POST', headers });
      outgoing.end(JSON.stringify({ email: 'ada@example.com', message: 'A message of the usual length. '.repeat(6) }));
      const [answer] = await once(outgoing, 'response');
      await text(answer);
      if (answer.statusCode === 200) accepted[id] = (accepted[id] ?? 0) + 1;
      else failures.push(`a submission got ${answer.statusCode}`);
    } catch (error) {
      failures.push(`a submission: ${error}`);
    }
    times.push(performance.now() - startMs);
  }

  // The most that this machine takes, beside the load itself.
  const fullMs = performance.now() + measureSeconds * 1_000;
  const visit = async () => {
    while (performance.now() < fullMs) await submit(form);
  };
  await Promise.all(Array.from({ length: connections }, visit));
  const perSecond = Math.floor((accepted[form.id] ?? 0) / measureSeconds / 3);
  await house.untilStored();
  times = [];

  let isOver = false;
  const live = new AbortController();
  let heardMs = 0;
  const streams = [followed, followed, form].map(async ({ id }) => {
    while (!isOver) {
      // A stream ends with the token that opened it, and its reader comes again.
      const stream = await house.ask(`GET /api/v1/forms/${id}/live`, { signal: live.signal });
      for await (const _bytes of stream.body ?? []) heardMs = performance.now();
    }
  });
  const reads = [
    ...['/api/v1/dashboard', '/api/v1/usage', '/api/v1/forms', '/api/v1/analytics'],
    ...[`/api/v1/forms/${form.id}/submissions?limit=50`, `/api/v1/forms/${followed.id}/export?format=csv`],
    `/api/v1/forms/${followed.id}/export?format=xlsx`,
  ];
  const readers = reads.map(async (path) => {
    while (!isOver) {
      const answer = await house.ask(`GET ${path}`);
      await answer.arrayBuffer();
      if (answer.status !== 200) failures.push(`${path} got ${answer.status}`);
      await pause(1_000);
    }
  });

  const samples: Sample[] = [];
  const sampleMs = (soakSeconds * 1_000) / 60;
  const startMs = performance.now();
  const elapsedMs = () => performance.now() - startMs;
  const underWay = new Set<Promise<void>>();
  const send = (to: typeof form) => {
    const sent = submit(to).finally(() => underWay.delete(sent));
    underWay.add(sent);
  };
  let [sent, sentFollowed] = [0, 0];
  while (elapsedMs() < soakSeconds * 1_000) {
    for (const due = (elapsedMs() * perSecond) / 1_000; sent < due; sent += 1) send(form);
    for (const due = (elapsedMs() * followedPerSecond) / 1_000; sentFollowed < due; sentFollowed += 1) send(followed);
    if (elapsedMs() >= (samples.length + 1) * sampleMs) {
      samples.push({ times, usage: house.measure() });
      times = [];
    }
    await pause(tickMs);
  }
  await Promise.all(underWay);
  isOver = true;
  if (performance.now() - heardMs > 5_000) failures.push('the live streams fell silent');
  live.abort();
  await Promise.all([...readers, ...streams.map((stream) => stream.catch(() => undefined))]);
  await house.untilStored();
  const rowsOf = async (id: string) => {
    const { rows } = await database.pool.query(
      `select (select count(*) from submissions where form_id = $1)::int as rows,
         (select submission_count from form_totals where form_id = $1)::int as total,
         (select sum(submission_count) from daily_form_counters where form_id = $1)::int as days`,
      [id],
    );
    return rows[0];
  };
  const wanted = accepted[followed.id] ?? 0;
  await waitUntil(() => receiver.ids.size >= wanted, { timeoutMs: 60_000, what: 'every delivery' }).catch(
    () => undefined,
  );

  const [, second = [], last = []] = [0, 1, 2].map((third) => samples.slice(third * 20, (third + 1) * 20));
  const latency = (some: readonly Sample[]) => medianOf(some.map((sample) => latenciesOf(sample.times).p99Ms));
  const usage = (some: readonly Sample[], name: string) => ({
    memoryMb: Math.round(medianOf(some.map((sample) => sample.usage[name]?.memoryMb ?? 0))),
    handles: medianOf(some.map((sample) => sample.usage[name]?.handles ?? 0)),
  });
  const names = Object.keys(house.measure());
  const figures = names.map((name) => ({ name, before: usage(second, name), after: usage(last, name) }));
  const p99 = { before: latency(second), after: latency(last) };
  console.log(
    `${perSecond} a second for ${soakSeconds} s, p99 ${p99.before.toFixed(1)} then ${p99.after.toFixed(1)} ms`,
  );
  console.table(
    figures.map(({ name, before, after }) => ({
      name,
      MB: before.memoryMb,
      'MB then': after.memoryMb,
      handles: before.handles,
      'handles then': after.handles,
    })),
  );
  const grown = figures.filter(
    ({ before, after }) =>
      after.memoryMb > before.memoryMb * flat.memoryTimes + flat.memoryMb ||
      after.handles > before.handles + flat.handles,
  );
  expect({ failures: [...new Set(failures)], grown }).toEqual({ failures: [], grown: [] });
  expect(Object.values(fleets).flatMap((fleet) => fleet.fallen())).toEqual([]);
  for (const { id } of [form, followed]) {
    const count = accepted[id];
    expect(await rowsOf(id)).toEqual({ rows: count, total: count, days: count });
  }
  expect(receiver.ids.size).toBe(wanted);
  expect(p99.after).toBeLessThan(p99.before * flat.latencyTimes + flat.latencyMs);
});
