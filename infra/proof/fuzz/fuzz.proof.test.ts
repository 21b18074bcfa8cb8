import { randomUUID } from 'node:crypto';
import { buildSubmission } from '@inlet/testing/build-submission';
import { cases } from '@inlet/testing/config';
import { hostileCalls, tryCalls } from '@inlet/testing/hostile-calls';
import { hostileRequests } from '@inlet/testing/hostile-submissions';
import { tryRequests } from '@inlet/testing/try-requests';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { untilDrained } from '#house/house.test-setup.ts';
import { openHouse } from '#house/open-house.test-setup.ts';
import { fuzzSeconds } from '#house/run-settings.ts';

const batchSize = 250;
/**
 * The allowed growth of a service's memory once it has seen every kind of request: V8 keeps up to 150 MB of garbage.
 */
const growthMb = 200;
const warmUpBatches = 4;

it('no request makes a service fail, end or grow, and each submission is stored as it was meant', {
  timeout: (fuzzSeconds + 240) * 1_000,
}, async () => {
  const house = await openHouse();
  const { urls, database, fleets } = house;
  const [form, other] = [await house.addForm(), await house.addForm()];
  const { id: submissionId } = await buildSubmission(database.prisma, { formId: other.id });
  const url = 'http://127.0.0.1:9/nobody';
  const target = await house.ask(`POST /api/v1/forms/${other.id}/targets`, { body: JSON.stringify({ url }) });
  const { id: targetId } = (await target.json()) as { id: string };

  let count = 0;
  const requests = hostileRequests(`/f/${form.endpointId}`, () => `mark ${++count} ${randomUUID()}`);
  const calls = hostileCalls([other.id, other.id, submissionId, targetId]);
  const ask = async (request: string, sent: object) => {
    const answer = await house.ask(request, sent);
    return { status: answer.status, text: await answer.text() };
  };
  const expected = new Map<unknown, object>();
  let before = house.measure();
  const endMs = performance.now() + fuzzSeconds * 1_000;
  let { seed } = cases();
  for (let batch = 0; performance.now() < endMs; batch += 1, seed += 1) {
    if (batch === warmUpBatches) before = house.measure();
    const draw = { seed, numRuns: batchSize };
    const tried = await tryRequests([urls.gateway, urls.ingest], fc.sample(requests, draw));
    const faults = [...tried.faults, ...(await tryCalls(ask, fc.sample(calls, draw)))];
    for (const fields of tried.expected) expected.set(fields.mark, fields);
    const fallen = Object.values(fleets).flatMap((fleet) => fleet.fallen());
    expect({ seed, faults, fallen }).toEqual({ seed, faults: [], fallen: [] });
  }
  await untilDrained(house);
  const select = 'select id, data::text as text from submissions where form_id = $1 and not is_spam';
  const { rows } = await database.pool.query<{ id: string; text: string }>(select, [form.id]);
  const stored = new Map(rows.map(({ text }) => [JSON.parse(text).mark, JSON.parse(text)]));
  for (const [mark, fields] of expected) expect(stored.get(mark)).toEqual(JSON.parse(JSON.stringify(fields)));
  const file = await house.ask(`GET /api/v1/forms/${form.id}/export?format=ndjson`);
  const lines = (await file.text()).trimEnd().split('\n');
  const exported = new Map(lines.map((line) => [JSON.parse(line).id, JSON.parse(line).data]));
  expect(exported).toEqual(new Map(rows.map(({ id, text }) => [id, JSON.parse(text)])));
  const after = Object.entries(house.measure());
  const grown = after.map(
    ([name, { memoryMb }]) => [name, Math.round(memoryMb - (before[name]?.memoryMb ?? 0))] as const,
  );
  console.log(`${count} submissions, ${expected.size} of them unbroken; memory in MB:`, Object.fromEntries(grown));
  expect(grown.filter(([, mb]) => mb > growthMb)).toEqual([]);
});
