import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { formEntrySchema } from '@inlet/contracts/form-directory';
import type { Form } from '@inlet/db/client';
import { type Admission, Intake } from '@inlet/queue/intake';
import { openProducer } from '@inlet/queue/producer';
import { findUnfinished, readBatches } from '@inlet/queue/unfinished-jobs';
import { openCounters } from '@inlet/redis/counters';
import type { WatchedLane } from '@inlet/redis/lanes';
import { type AcceptedSubmission, packBatch } from '@inlet/submissions/batch';
import { idOfClaim, type KeyClaim } from '@inlet/submissions/key-claim';
import { monthOf } from '@inlet/submissions/months';
import { usageOf } from '@inlet/submissions/usage';
import { buildForm } from '@inlet/testing/build-form';
import { buildAcceptedSubmission } from '@inlet/testing/build-submission';
import { buildUser } from '@inlet/testing/build-user';
import { onTestFinished } from 'vitest';
import type { AccountDeps } from '#account-deps.ts';

export const month = monthOf(Date.now());
const limits = { submissions: 1e9, bytes: 1e12 };
/** As long as ingest asks for a counter, and some more for a busy machine. */
const retriedMs = 20_000;
const pollMs = 5;

/** Two forms of one account, the second with a number, on real stores, with what ingest and a worker do. */
export interface MovingWorld {
  readonly userId: string;
  readonly forms: readonly [Form, Form];
  readonly laneOf: (number: number) => WatchedLane;
  /** Sends a submission as ingest does, also while the account moves. Fails if its key belongs to another payload. */
  readonly send: (form: Form, claim?: KeyClaim) => Promise<void>;
  /** Sends on until the result is called, half with idempotency keys, and returns the number that were acknowledged. */
  readonly sendOn: () => () => Promise<number>;
  /** Stores once what waits in all lanes. */
  readonly store: () => Promise<void>;
  /** Stores in the background until the test ends. */
  readonly keepStoring: () => void;
  /** The submissions that the counters of the account and of the form with a number show in a lane. */
  readonly usedIn: (lane: number) => Promise<(number | null)[]>;
  readonly counts: () => Promise<{ stored: number; lane: number }>;
  /** The lane in ingest's directory. */
  readonly directoryLane: () => Promise<number>;
  readonly claimsIn: (lane: number) => Promise<string[]>;
}

export const claimOf = (name = randomUUID(), digest = 'digest'): KeyClaim => ({ name, digest });

export async function openMovingWorld(deps: AccountDeps): Promise<MovingWorld> {
  const { redis, keys } = deps;
  const { prisma, pool } = deps.database;
  const { id: userId } = await buildUser(prisma);
  const [form, { id }] = [await buildForm(prisma, { userId }), await buildForm(prisma, { userId })];
  const numbered = await prisma.form.update({
    where: { id },
    data: { maxSubmissions: 1_000_000, maxSubmissionsVersion: 1 },
  });
  for (const { endpointId } of [form, numbered]) {
    await prisma.outboxEntry.create({ data: { topic: 'form', key: endpointId } });
  }
  await deps.relay.deliver();
  const laneOf = (number: number) => {
    const lane = deps.lanes[number];
    if (!lane) throw new Error(`There is no lane ${number}`);
    return lane;
  };
  const intakes = deps.lanes.map((lane) => {
    return new Intake(lane.redis, lane.keys, openProducer(lane.redis, lane.keys), lane.watch);
  });

  async function laneInDirectory({ endpointId }: Form): Promise<number> {
    const entry = formEntrySchema.parse(JSON.parse((await redis.get(keys.form(endpointId))) ?? ''));
    return entry.lane ?? 0;
  }

  function admit(lane: number, to: Form, submission: AcceptedSubmission, claim?: KeyClaim): Promise<Admission> {
    const requests = usageOf([submission]).map(({ submissions, bytes, ...name }) => ({
      ...name,
      wanted: { submissions, bytes },
      limits,
    }));
    const ofForm = { formId: to.id, version: 1, wanted: { submissions: 1, bytes: 0 }, limits };
    const batch = packBatch([submission]);
    const wanted = { id: randomUUID(), requests, claims: claim ? [claim] : [], batch };
    const intake = intakes[lane];
    if (!intake) throw new Error(`There is no lane ${lane}`);
    return intake.admit(to.maxSubmissions === null ? wanted : { ...wanted, forms: [ofForm] });
  }

  async function send(to: Form, claim?: KeyClaim): Promise<void> {
    const id = claim ? idOfClaim(claim) : randomUUID();
    const submission = buildAcceptedSubmission({ id, formId: to.id, userId, json: '{}' });
    for (let endMs = performance.now() + retriedMs; performance.now() < endMs; ) {
      const admission = await admit(await laneInDirectory(to), to, submission, claim);
      if (admission.isQueued || admission.repeated?.length) return;
      if (admission.reused.length > 0) throw new Error('The key belongs to another payload');
      await pause(pollMs);
    }
    throw new Error('The submission was refused');
  }

  async function store(): Promise<void> {
    for (const lane of deps.lanes) {
      const base = `${lane.keys.queues}:submissions`;
      const { all } = await findUnfinished(lane.redis, lane.keys);
      const batch: AcceptedSubmission[] = [];
      for await (const [, submissions] of readBatches(lane.redis, lane.keys, all)) batch.push(...submissions);
      await pool.query(
        `with inserted as (
           insert into submissions (id, form_id, data, created_at)
           select id, form_id, '{}', now() from unnest($1::uuid[], $2::uuid[]) as sent(id, form_id)
           on conflict do nothing returning form_id
         ) insert into monthly_usage (user_id, month, submission_count, byte_count)
         select user_id, ($3 || '-01')::date, count(*), 2 * count(*) from inserted join forms on forms.id = form_id
         group by user_id on conflict (user_id, month) do update set
           submission_count = monthly_usage.submission_count + excluded.submission_count,
           byte_count = monthly_usage.byte_count + excluded.byte_count`,
        [batch.map(({ id: submissionId }) => submissionId), batch.map(({ formId }) => formId), month],
      );
      const done = lane.redis.multi();
      for (const job of all) done.lrem(`${base}:wait`, 0, job).del(`${base}:${job}`);
      await done.exec();
    }
  }

  return {
    ...{ userId, forms: [form, numbered], laneOf, send, store },
    sendOn: () => {
      let isOver = false;
      let acknowledged = 0;
      const visitor = async (to: Form) => {
        for (let count = 0; !isOver; count += 1) {
          await send(to, count % 2 === 0 ? claimOf() : undefined);
          acknowledged += 1;
          await pause(pollMs);
        }
      };
      const sent = Promise.all([form, numbered, form, numbered].map(visitor));
      sent.catch(() => undefined);
      onTestFinished(() => {
        isOver = true;
      });
      return async () => {
        isOver = true;
        await sent;
        return acknowledged;
      };
    },
    keepStoring: () => {
      let isOver = false;
      const storing = (async () => {
        while (!isOver) {
          await store();
          await pause(pollMs);
        }
      })();
      onTestFinished(async () => {
        isOver = true;
        await storing;
      });
    },
    usedIn: async (number) => {
      const lane = laneOf(number);
      const found = await openCounters(lane.redis, lane.keys).read([
        { userId, month },
        { formId: numbered.id, version: 1 },
      ]);
      return found.map((counter) => counter?.submissions ?? null);
    },
    counts: async () => ({
      stored: await prisma.submission.count({ where: { formId: { in: [form.id, numbered.id] } } }),
      lane: (await prisma.user.findUniqueOrThrow({ where: { id: userId } })).lane,
    }),
    directoryLane: () => laneInDirectory(form),
    claimsIn: async (number) => {
      const lane = laneOf(number);
      const start = lane.keys.idempotency('');
      const found: string[] = [];
      for await (const page of lane.redis.scanStream({ match: `${start}*`, count: 1_000 })) found.push(...page);
      return [...new Set(found)].map((key) => key.slice(start.length)).toSorted();
    },
  };
}
