import { createHmac } from 'node:crypto';
import type { AttemptPage, NewTarget, Replay, TestedTarget } from '@inlet/contracts/targets';
import { startFleets } from '@inlet/local/fleet/fleets.test-setup';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { expect, it, onTestFinished } from 'vitest';
import { addForm, hotPath, openApi, untilDrained } from '#house/house.test-setup.ts';
import { type Received, startReceiver } from '#house/receiver.test-setup.ts';
import { openSender } from '#house/visitors.test-setup.ts';

function signatureOf({ headers, body }: Received, secret: string): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

it('what the API of integrations says is done by the worker', async () => {
  const house = await startFleets(1, { services: hotPath, environment: { WEBHOOK_ALLOW: '127.0.0.0/8' } });
  const { urls } = house;
  const form = await addForm(house);
  const ask = await openApi(house, form.userId);
  const call = async <Answer>(request: string, body?: object): Promise<Answer> => {
    const answer = await ask(request, body);
    expect([request, answer.ok, answer.status]).toEqual([request, true, answer.status]);
    return (await answer.json()) as Answer;
  };
  const { url, received, close } = await startReceiver();
  onTestFinished(close);
  const send = openSender(1);
  const submit = async () => (await send(urls.ingest, form.endpointId, { email: 'ada@example.com' })).body.submissionId;
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
  await untilDrained(house);
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
