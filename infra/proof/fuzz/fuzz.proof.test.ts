import { readFileSync } from 'node:fs';
import { systemPlan } from '@inlet/contracts/plans';
import { sessionSchema } from '@inlet/contracts/sessions';
import { startFleets } from '@inlet/local/fleet/fleets.test-setup';
import { buildForm } from '@inlet/testing/build-form';
import { buildSubmission } from '@inlet/testing/build-submission';
import { cases } from '@inlet/testing/config';
import { hostileCalls, tryCalls } from '@inlet/testing/hostile-calls';
import { hostileRequests } from '@inlet/testing/hostile-submissions';
import { tryRequests } from '@inlet/testing/try-requests';
import { waitUntil } from '@inlet/testing/wait-until';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fuzzSeconds } from '#faults/run-settings.ts';

const batchSize = 250;
/** What a service may take more of once it has seen every kind of request. */
const growthMb = 60;
const warmUpBatches = 4;

const residentMb = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;

it('no request makes a service fail, end or grow, and each submission is stored as it was meant', {
  timeout: (fuzzSeconds + 120) * 1_000,
}, async () => {
  const environment = { RATE_LIMITS: 'off', WEBHOOK_ALLOW: '127.0.0.0/8' };
  const { urls, database, redis, keys, fleets } = await startFleets(1, { environment });
  const { prisma, pool } = database;
  const credentials = { email: 'fuzz@example.com', password: 'a password of the proof', transport: 'token' };
  const signUp = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(credentials) };
  const session = await fetch(`${urls.gateway}/api/auth/sign-up`, signUp).then((answer) => answer.json());
  const { access_token: token, user } = sessionSchema.parse(session);
  await prisma.user.update({ where: { id: user.id }, data: { plan: systemPlan } });
  const form = await buildForm(prisma, { userId: user.id });
  const target = await buildForm(prisma, { userId: user.id });
  const { id: submissionId } = await buildSubmission(prisma, { formId: target.id });
  for (const { endpointId: key } of [form, target]) await prisma.outboxEntry.create({ data: { topic: 'form', key } });
  await waitUntil(() => redis.exists(keys.form(form.endpointId)), { timeoutMs: 20_000, what: 'the form to be known' });

  let count = 0;
  const requests = hostileRequests(`/f/${form.endpointId}`, () => `mark ${++count}`);
  const calls = hostileCalls([target.id, target.id, submissionId]);
  const ask = async (request: string, sent: object) => {
    const [method = '', path = ''] = request.split(' ');
    const headers = { ...('headers' in sent && (sent.headers as object)), authorization: `Bearer ${token}` };
    const answer = await fetch(urls.gateway + path, { method, ...sent, headers, redirect: 'manual' });
    return { status: answer.status, text: await answer.text() };
  };
  const expected = new Map<unknown, object>();
  const pids = Object.values(fleets).flatMap((fleet) => fleet.pids());
  let before = pids.map(residentMb);
  const endMs = performance.now() + fuzzSeconds * 1_000;
  const { seed } = cases();
  let batch = 0;
  for (; performance.now() < endMs; batch += 1) {
    if (batch === warmUpBatches) before = pids.map(residentMb);
    const draw = { seed: seed + batch, numRuns: batchSize };
    const tried = await tryRequests([urls.gateway, urls.ingest], fc.sample(requests, draw));
    const faults = [...tried.faults, ...(await tryCalls(ask, fc.sample(calls, draw)))];
    for (const fields of tried.expected) expected.set(fields.mark, fields);
    const fallen = Object.values(fleets).flatMap((fleet) => fleet.fallen());
    expect({ seed: draw.seed, faults, fallen }).toEqual({ seed: draw.seed, faults: [], fallen: [] });
  }
  const waiting = ['wait', 'active', 'delayed', 'failed'].map((state) => `${keys.queues}:submissions:${state}`);
  await waitUntil(async () => (await redis.exists(...waiting)) === 0, { timeoutMs: 30_000, what: 'an empty queue' });
  const { rows } = await pool.query<{ text: string }>('select data::text as text from submissions where form_id = $1', [
    form.id,
  ]);
  const stored = new Map(rows.map(({ text }) => [JSON.parse(text).mark, JSON.parse(text)]));
  for (const [mark, fields] of expected) expect(stored.get(mark)).toEqual(JSON.parse(JSON.stringify(fields)));
  const grown = pids.map((pid, index) => residentMb(pid) - (before[index] ?? 0));
  console.log(
    `${batch * batchSize} requests and as many calls, ${expected.size} submissions, memory ${grown.map((mb) => mb.toFixed(0)).join(', ')} MB`,
  );
  expect(Math.max(...grown)).toBeLessThan(growthMb);
});
