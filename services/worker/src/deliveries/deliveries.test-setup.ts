import { randomUUID } from 'node:crypto';
import { type TargetSecrets, targetContext } from '@inlet/contracts/target-secrets';
import type { Form, Prisma, Target } from '@inlet/db/client';
import { buildForm } from '@inlet/testing/build-form';
import { buildUser } from '@inlet/testing/build-user';
import type { Pool } from 'pg';
import { onTestFinished } from 'vitest';
import { deliverJob, type RoundDeps } from '#deliveries/deliver.job.ts';
import type { DeliveryMeasures } from '#deliveries/measure-deliveries.ts';
import { type DueTarget, findDueTargets } from '#deliveries/targets.store.ts';
import { watchOldestBatch } from '#deliveries/watch-oldest-batch.ts';
import { openTestWorker, type TestWorker } from '#worker.test-setup.ts';

/** As in `createSecret`. */
export const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

type TargetOverrides = Partial<Omit<Prisma.TargetUncheckedCreateInput, 'sealed'>>;

export interface DeliveryTest extends TestWorker {
  readonly form: Form;
  readonly addForm: (plan?: string) => Promise<Form>;
  readonly addTarget: (url: string, overrides?: TargetOverrides, secrets?: Partial<TargetSecrets>) => Promise<Target>;
  readonly readTarget: (id: string) => Promise<Target>;
  /** Stores submissions with their changes, as a batch does, and returns their ids in order. */
  readonly submit: (count: number, of?: { readonly form?: Form; readonly type?: string }) => Promise<string[]>;
  /** Moves the clock of the deliveries ahead. */
  readonly advance: (ms: number) => void;
  readonly now: () => Date;
  /** Does a round of each target that is due, and returns these targets. */
  readonly runRounds: () => Promise<DueTarget[]>;
  /** Does rounds, as the worker does, until nothing is due any more. */
  readonly settle: () => Promise<void>;
  /** Lets this time pass, with a round whenever something is due. */
  readonly pass: (ms: number) => Promise<void>;
}

const noMeasures: DeliveryMeasures = { note: () => undefined, noteSkip: () => undefined };

/** A worker whose rounds a test does itself, with a clock that the test moves. */
export async function openDeliveryTest(
  settings: { readonly BILLING?: 'off' } = {},
  instead: Partial<Pick<RoundDeps, 'oldestBatchMs'>> = {},
): Promise<DeliveryTest> {
  const worker = await openTestWorker();
  onTestFinished(worker.close);
  const { deps, owner } = worker;
  let aheadMs = 0;
  const now = () => new Date(Date.now() + aheadMs);
  const config = { ...deps.config, ...settings };
  const roundDeps = {
    ...deps,
    config,
    pool: deps.deliveryPool,
    now,
    measures: noMeasures,
    isClosing: () => false,
    oldestBatchMs: watchOldestBatch(deps),
    ...instead,
  };
  const rounds = [deliverJob(roundDeps, false), deliverJob(roundDeps, true)] as const;

  async function addForm(plan = 'pro'): Promise<Form> {
    return buildForm(owner.prisma, { userId: (await buildUser(owner.prisma, { plan })).id });
  }
  const form = await addForm();

  async function runRounds(): Promise<DueTarget[]> {
    const due = await findDueTargets(deps.deliveryPool, now());
    const context = { jobId: 'test', lane: 0, logger: deps.logger };
    await Promise.all(due.map(({ id, isSlow }) => rounds[isSlow ? 1 : 0]({ targetId: id }, context)));
    return due;
  }

  async function settle(): Promise<void> {
    while ((await runRounds()).length > 0);
  }

  return {
    ...worker,
    form,
    addForm,
    addTarget: (url, overrides = {}, secrets = {}) => {
      const id = randomUUID();
      const sealed = deps.sealing.seal(
        JSON.stringify({ url, headers: {}, settings: {}, secret, oldSecret: null, ...secrets }),
        targetContext(id),
      );
      const data = {
        id,
        formId: form.id,
        kind: 'webhook',
        name: 'Receiver',
        events: ['submission.created'],
        fields: [],
      };
      return owner.prisma.target.create({ data: { ...data, ...overrides, sealed: Uint8Array.from(sealed) } });
    },
    readTarget: (id) => owner.prisma.target.findUniqueOrThrow({ where: { id } }),
    submit: async (count, { form: of = form, type = 'created' } = {}) => {
      const { rows } = await owner.pool.query<{ id: string }>(
        `with stored as (
           insert into submissions (id, form_id, data, origin, is_spam, created_at)
           select gen_random_uuid(), $1, json_build_object('email', 'ada@example.com', 'n', n),
             'https://example.com', $3 = 'spam', clock_timestamp()
           from generate_series(1, $2::int) as n
           returning id, data
         ), ordered as (
           select id, row_number() over (order by (data ->> 'n')::int) as n from stored
         ), recorded as materialized (
           select record_changes(array_agg($3::text order by n), array_agg(id order by n),
             array_agg($1::uuid), array_agg($4::uuid)) from ordered
         )
         select id from ordered, recorded order by n`,
        [of.id, count, type, of.userId],
      );
      return rows.map(({ id }) => id);
    },
    advance: (ms) => {
      aheadMs += ms;
    },
    now,
    runRounds,
    settle,
    pass: async (ms) => {
      const endMs = aheadMs + ms;
      await settle();
      for (;;) {
        const next = await nextTime(owner.pool);
        const waitMs = next === null ? ms : next.getTime() - now().getTime();
        if (aheadMs + waitMs >= endMs) break;
        aheadMs += Math.max(1, waitMs);
        await settle();
      }
      aheadMs = endMs;
      await settle();
    },
  };
}

/** When something is due next. */
async function nextTime(pool: Pool): Promise<Date | null> {
  const { rows } = await pool.query<{ next: Date | null }>(
    `select min(greatest(due.at, next_attempt_at)) as next
     from targets cross join lateral (
       select min(due_at) as at from deliveries where target_id = targets.id and state = 'due'
     ) as due
     where state = 'active' and due.at is not null`,
  );
  return rows[0]?.next ?? null;
}
