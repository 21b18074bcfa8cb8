import { randomUUID } from 'node:crypto';
import { spamContext } from '@inlet/contracts/spam-secrets';
import type { Form } from '@inlet/db/client';
import { internalAuthorization } from '@inlet/http/internal-token';
import { listen } from '@inlet/http/server';
import { openProducer } from '@inlet/queue/producer';
import type { Lane } from '@inlet/redis/lanes';
import { type AcceptedSubmission, packBatch } from '@inlet/submissions/batch';
import { buildForm } from '@inlet/testing/build-form';
import { buildAcceptedSubmission } from '@inlet/testing/build-submission';
import { buildUser } from '@inlet/testing/build-user';
import { makeCounter, usedOf } from '@inlet/testing/counters';
import { onTestFinished } from 'vitest';
import { createWorkerApp } from '#app.ts';
import { settleCounters } from '#submissions/counters/settle-counters.ts';
import { createStoreDirectly } from '#submissions/direct/store-directly.ts';
import { openTestWorker } from '#worker.test-setup.ts';

const month = '2026-11';
const morning = Date.UTC(2026, 10, 20, 8);
/** A submission with this text is judged as spam. */
const blocked = 'casino';

/** A worker with several lanes; everything is closed after the test. */
export async function openLaneTest(settings: Readonly<Record<string, string>> = {}) {
  const worker = await openTestWorker({ settings: { REDIS_LANES: '2', ...settings } });
  onTestFinished(worker.close);
  const { deps, owner } = worker;
  const { port, close } = await listen(createWorkerApp(deps), { host: '127.0.0.1', port: 0 });
  onTestFinished(close);
  const laneAt = (number: number): Lane => {
    const lane = deps.clientLanes[number];
    if (!lane) throw new Error(`There is no lane ${number}`);
    return lane;
  };

  async function post(path: string, body: object) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { ...internalAuthorization(deps.config.INTERNAL_TOKEN[0]), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }
  const build = ({ id: formId, userId }: Form, text: string, overrides: Partial<AcceptedSubmission> = {}) =>
    buildAcceptedSubmission({
      ...{ formId, userId, receivedAtMs: morning, spamVersion: 1, json: JSON.stringify({ text }) },
      ...overrides,
    });

  return {
    ...worker,
    laneAt,
    /** A form of an account in this lane, whose counter there shows some submissions. */
    addForm: async (lane: number, counted = 10): Promise<Form> => {
      const { id: userId } = await buildUser(owner.prisma, { lane });
      const form = await buildForm(owner.prisma, { userId });
      const sealed = Uint8Array.from(deps.sealing.seal('{}', spamContext(form.id)));
      await owner.prisma.spamSettings.create({ data: { formId: form.id, blockList: [blocked], sealed } });
      if (counted > 0)
        await makeCounter(laneAt(lane).redis, laneAt(lane).keys, { userId, month }, { submissions: counted });
      return form;
    },
    makeCounter: ({ userId }: Form, lane: number, submissions = 0) =>
      makeCounter(laneAt(lane).redis, laneAt(lane).keys, { userId, month }, { submissions }),
    used: async ({ userId }: Form, lane: number) =>
      (await usedOf(laneAt(lane).redis, laneAt(lane).keys, { userId, month })).submissions,
    makeFormCounter: ({ id: formId }: Form, version: number, lane: number, submissions: number) =>
      makeCounter(laneAt(lane).redis, laneAt(lane).keys, { formId, version }, { submissions }),
    usedOfForm: async ({ id: formId }: Form, version: number, lane: number) =>
      (await usedOf(laneAt(lane).redis, laneAt(lane).keys, { formId, version })).submissions,
    moveAccount: async ({ userId: id }: Form, lane: number) => {
      await owner.prisma.user.update({ where: { id }, data: { lane } });
    },
    good: (form: Form, overrides: Partial<AcceptedSubmission> = {}) => build(form, 'hello', overrides),
    spam: (form: Form, overrides: Partial<AcceptedSubmission> = {}) => build(form, blocked, overrides),
    /** Queues a batch as ingest does. */
    queue: async (lane: number, batch: readonly AcceptedSubmission[]) => {
      const { redis, keys } = laneAt(lane);
      const producer = openProducer(redis, keys);
      onTestFinished(producer.close);
      await producer.add('store-submissions', randomUUID(), packBatch(batch));
    },
    sendDirectly: (lane: number | undefined, batch: readonly AcceptedSubmission[]) =>
      post('/internal/batches', { id: randomUUID(), quotas: [], batch: packBatch(batch), lane }),
    /** Stores a batch directly, and leaves its flush to the test. */
    storeOnly: (lane: number | undefined, batch: readonly AcceptedSubmission[]) =>
      createStoreDirectly(deps)({ id: randomUUID(), quotas: [], batch: packBatch(batch), lane }),
    flushLane: (lane: number) => post('/internal/batches/flush', { lane }),
    stored: ({ id: formId }: Form) => owner.prisma.submission.count({ where: { formId } }),
    settle: () => settleCounters(deps, { repeat: async (piece) => void (await piece()) }),
    unsettled: async () => {
      const { rows } = await owner.pool.query<{ lane: number }>(
        `select lane from stored_batches where refunded_at is null
         union all select lane from direct_batches where flushed_at is null order by lane`,
      );
      return rows.map(({ lane }) => lane);
    },
  };
}
