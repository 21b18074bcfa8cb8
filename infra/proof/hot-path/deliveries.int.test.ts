import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { AttemptPage, NewTarget, Replay, TestedTarget } from '@inlet/contracts/targets';
import { waitUntil } from '@inlet/testing/wait-until';
import { expect, it, onTestFinished } from 'vitest';
import { openSender, startHotPath } from '#hot-path/hot-path.test-setup.ts';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A server of somebody's on loopback that takes deliveries. */
async function startReceiver() {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) });
    response.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received };
}

function signatureOf({ headers, body }: Received, secret: string): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

it('what the API of integrations says is done by the worker', { timeout: 90_000 }, async () => {
  const hotPath = await startHotPath(1, { WEBHOOK_ALLOW: '127.0.0.0/8' });
  const { accountUrl, ingestUrls } = hotPath;
  const [ingestUrl = ''] = ingestUrls;
  const form = await hotPath.addForm();
  const key = await hotPath.addKey(form.userId);
  const call = async <Answer>(request: string, body?: unknown): Promise<Answer> => {
    const [method = '', path = ''] = request.split(' ');
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const answer = await fetch(accountUrl + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    expect([request, answer.ok, answer.status]).toEqual([request, true, answer.status]);
    return (await answer.json()) as Answer;
  };
  const { url, received } = await startReceiver();
  const send = openSender(1);
  const submit = async () => (await send(ingestUrl, form.endpointId, { email: 'ada@example.com' })).body.submissionId;
  const arrived = (count: number) => waitUntil(() => received.length === count, { what: `${count} deliveries` });
  const idsFrom = (place: number) => received.slice(place).map(({ headers }) => headers['webhook-id']);

  const { id, secret } = await call<NewTarget>(`POST /api/v1/forms/${form.id}/targets`, { kind: 'webhook', url });
  const { attempt } = await call<TestedTarget>(`POST /api/v1/targets/${id}/test`);
  expect(attempt).toMatchObject({ state: 'succeeded', statusCode: 204, isTest: true, eventId: idsFrom(0)[0] });

  const first = await submit();
  await arrived(2);
  expect(idsFrom(1)).toEqual([first]);
  expect(received[1]?.headers['webhook-signature']).toBe(signatureOf(received[1] as Received, secret));
  expect(JSON.parse(received[1]?.body ?? '')).toMatchObject({
    type: 'submission.created',
    data: { form: { id: form.id }, submission: { id: first, data: { email: 'ada@example.com' } } },
  });

  await call(`POST /api/v1/targets/${id}/pause`);
  const second = await submit();
  await hotPath.untilDrained(10_000);
  const rotated = await call<NewTarget>(`POST /api/v1/targets/${id}/rotate-secret`);
  expect(received).toHaveLength(2);
  await call(`POST /api/v1/targets/${id}/resume`);
  await arrived(3);
  expect(idsFrom(2)).toEqual([second]);
  const both = [rotated.secret, secret].map((each) => signatureOf(received[2] as Received, each));
  expect(received[2]?.headers['webhook-signature']).toBe(both.join(' '));

  const replayed = async (wanted: object) => {
    const { replayId } = await call<{ replayId: string }>(`POST /api/v1/targets/${id}/replay`, wanted);
    const read = () => call<Replay>(`GET /api/v1/replays/${replayId}`);
    await waitUntil(async () => (await read()).state === 'done', { what: 'the replay to be done' });
    return read();
  };
  expect(await replayed({ submissionIds: [first] })).toMatchObject({ total: 1, done: 1 });
  expect(idsFrom(3)).toEqual([first]);
  expect(await replayed({})).toMatchObject({ total: 2, done: 2 });
  expect(idsFrom(4)).toEqual([first, second]);
  const { attempts } = await call<AttemptPage>(`GET /api/v1/targets/${id}/attempts`);
  expect(attempts.map(({ state, isTest }) => [state, isTest])).toEqual([
    ...Array(5).fill(['succeeded', false]),
    ['succeeded', true],
  ]);
  expect(await replayed({ attemptIds: attempts.map((each) => each.id) })).toMatchObject({ total: 2, done: 2 });
  expect(new Set(idsFrom(6))).toEqual(new Set([first, second]));
});
