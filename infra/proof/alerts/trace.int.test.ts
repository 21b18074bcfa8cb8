import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CollectedSpan, type Collector, startCollector } from '#alerts/collector.test-setup.ts';
import { type ObservedStack, startObservedStack } from '#alerts/observed-stack.test-setup.ts';

const canary = 'what a visitor wrote';

const closers = new AsyncDisposableStack();
let collector: Collector;
let stack: ObservedStack;

beforeAll(async () => {
  collector = await startCollector();
  closers.defer(collector.close);
  stack = await startObservedStack(closers, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
});

afterAll(() => closers.disposeAsync());

/** The caller's span, which begins the trace. */
const newTrace = () => ({ traceId: randomBytes(16).toString('hex'), spanId: randomBytes(8).toString('hex') });
type Place = ReturnType<typeof newTrace>;
const parentOf = ({ traceId, spanId }: Place) => `00-${traceId}-${spanId}-01`;

async function ask(address: string, caller: Place, fields?: object): Promise<number> {
  const answer = await fetch(address, {
    headers: { traceparent: parentOf(caller), 'content-type': 'application/json' },
    ...(fields && { method: 'POST', body: JSON.stringify(fields) }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** The spans from the start of the trace down to this one. */
async function wayTo(name: string, { traceId, spanId }: Place): Promise<string[]> {
  const find = (what: string, isIt: (span: CollectedSpan) => boolean) =>
    untilArrived(what, () => collector.spans().find((span) => span.traceId === traceId && isIt(span)));
  let span = await find(`a span ${name}`, (each) => each.name.startsWith(name));
  const way = [`${span.service}: ${span.name}`];
  while (span.parentSpanId !== spanId) {
    const above = span.parentSpanId;
    span = await find(`what is above ${span.name}`, (each) => each.spanId === above);
    way.unshift(`${span.service}: ${span.name}`);
  }
  return way;
}

const untilArrived = <T>(what: string, check: () => T) => waitUntil(check, { what });

it('shows a submission on its way from the gateway over ingest and Redis to the worker and PostgreSQL', async () => {
  const caller = newTrace();
  expect(await ask(`${stack.urls.gateway}/api/forms/${stack.form.endpointId}`, caller, { canary })).toBe(200);
  expect(await wayTo('insert-submissions', caller)).toEqual([
    'inlet-gateway: POST /api/forms/*',
    'inlet-ingest: POST /api/forms/:endpointId',
    'inlet-ingest: queue submissions',
    'inlet-worker: process store-submissions',
    // In the second half of each hour this is a separate statement.
    expect.stringMatching('^inlet-worker: insert-submissions'),
  ]);
});

it('shows how long a request of the management API is in the database', async () => {
  const caller = newTrace();
  expect(await ask(`${stack.urls.gateway}/api/products`, caller)).toBe(200);
  expect(await wayTo('SELECT', caller)).toEqual([
    'inlet-gateway: GET /api/*',
    'inlet-account: GET /api/products',
    'inlet-account: SELECT',
  ]);
});

it('points from a batch at every submission in it, and from each at the batch', async () => {
  const callers = Array.from({ length: 12 }, newTrace);
  const head = `POST /f/${stack.form.endpointId} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 7`;
  const requestOf = (caller: Place) => `${head}\r\ntraceparent: ${parentOf(caller)}\r\n\r\n{"a":1}`;
  // They arrive in one packet: the first is a batch on its own, and the others form the next one meanwhile.
  const bytes = Buffer.from(callers.map(requestOf).join(''));
  const { hostname, port } = new URL(stack.urls.ingest);
  const socket = connect(Number(port), hostname).setEncoding('latin1');
  let answers = '';
  socket.on('data', (text) => {
    answers += text;
  });
  socket.write(bytes);
  await waitUntil(() => answers.match(/HTTP\/1\.1 200 /g)?.length === callers.length, { what: 'every answer' });
  socket.destroy();
  const isOurs = ({ traceId }: { traceId: string }) => callers.some((caller) => caller.traceId === traceId);
  const named = (name: string) => collector.spans().filter((span) => span.name === name && isOurs(span));
  const reached = (name: string) =>
    new Set(named(name).flatMap((span) => [span, ...span.links].map(({ traceId }) => traceId))).size;
  // Each service exports its spans on its own schedule: the worker's may arrive before those of ingest.
  for (const name of ['process store-submissions', 'queue submissions'])
    await untilArrived(`every submission to be reached from ${name}`, () => reached(name) === callers.length);
  await untilArrived('the spans of all requests', () => named('POST /f/:endpointId').length === callers.length);
  const batches = new Set(named('queue submissions').map(({ spanId }) => spanId));
  const linked = named('POST /f/:endpointId').filter(({ links }) => links.some(({ spanId }) => batches.has(spanId)));
  // The first of each batch needs no link: the batch is its child.
  expect(linked).toHaveLength(callers.length - 2);
});

it('leaves out what asks whether all is well', async () => {
  const caller = newTrace();
  expect(await ask(`${stack.urls.account}/readyz`, newTrace())).toBe(200);
  expect(await ask(`${stack.urls.account}/api/products`, caller)).toBe(200);
  await wayTo('SELECT', caller);
  expect(collector.spans().filter(({ name }) => /livez|readyz|metrics/.test(name))).toEqual([]);
});

it('holds nothing of what was written, and no address', async () => {
  const caller = newTrace();
  expect(await stack.submit({ canary })).toBe(200);
  expect(await ask(`${stack.urls.account}/internal/forms/${stack.form.endpointId}`, caller)).toBe(403);
  await wayTo('GET /internal/*', caller);
  expect(collector.received()).not.toContain(canary);
  expect(collector.received()).not.toContain(stack.form.endpointId);
  expect(collector.received()).not.toContain('127.0.0.1');
});
