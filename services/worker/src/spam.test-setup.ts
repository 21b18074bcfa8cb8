import { type SpamSecrets, spamContext } from '@inlet/contracts/spam-secrets';
import type { Form, Prisma } from '@inlet/db/client';
import { type AcceptedSubmission, packBatch, submissionBatchSchema } from '@inlet/submissions/batch';
import { buildForm } from '@inlet/testing/build-form';
import { buildAcceptedSubmission } from '@inlet/testing/build-submission';
import { buildUser } from '@inlet/testing/build-user';
import { makeCounter, usedOf } from '@inlet/testing/counters';
import { storeSubmissionsJob } from '#submissions/store-submissions.job.ts';
import { openTestWorker, type TestWorker } from '#worker.test-setup.ts';

type Settings = Partial<Omit<Prisma.SpamSettingsUncheckedCreateInput, 'sealed'>>;

export interface SpamTest extends TestWorker {
  readonly addForm: (settings?: Settings, secrets?: SpamSecrets) => Promise<Form>;
  readonly setSettings: (form: Form, settings: Settings) => Promise<void>;
  /** A submission of a form with these fields. */
  readonly submission: (form: Form, fields: object, overrides?: Partial<AcceptedSubmission>) => AcceptedSubmission;
  /** Stores a batch that went through the queue as text, as a job with this id. */
  readonly deliver: (batch: readonly AcceptedSubmission[], jobId: string) => Promise<void>;
  readonly read: (id: string) => ReturnType<TestWorker['owner']['prisma']['submission']['findUniqueOrThrow']>;
  /** All counters of a form's submissions. */
  readonly countersOf: (form: Form) => Promise<Readonly<Record<string, number>>>;
  /** The month's usage in Redis. */
  readonly used: (form: Form) => Promise<number>;
  readonly setUsed: (form: Form, count: number) => Promise<void>;
  /** The changes of a form in the feed, in order. */
  readonly changesOf: (form: Form) => Promise<string[]>;
}

const month = '2026-11';
const morning = Date.UTC(2026, 10, 20, 8);

export async function openSpamTest(): Promise<SpamTest> {
  const worker = await openTestWorker();
  const { deps, owner, keys } = worker;
  const { prisma } = owner;
  const run = storeSubmissionsJob(deps);
  return {
    ...worker,
    addForm: async (settings, secrets = {}) => {
      const form = await buildForm(prisma, { userId: (await buildUser(prisma)).id });
      const sealed = deps.sealing.seal(JSON.stringify(secrets), spamContext(form.id));
      if (settings) {
        await prisma.spamSettings.create({ data: { formId: form.id, ...settings, sealed: Uint8Array.from(sealed) } });
      }
      return form;
    },
    setSettings: async ({ id: formId }, data) => {
      await prisma.spamSettings.update({ where: { formId }, data });
    },
    submission: (form, fields, overrides = {}) =>
      buildAcceptedSubmission({
        formId: form.id,
        userId: form.userId,
        receivedAtMs: morning,
        json: JSON.stringify(fields),
        spamVersion: 1,
        ...overrides,
      }),
    deliver: (batch, jobId) =>
      run(submissionBatchSchema.parse(JSON.parse(JSON.stringify(packBatch(batch)))), {
        jobId,
        lane: 0,
        logger: deps.logger,
      }),
    read: (id) => prisma.submission.findUniqueOrThrow({ where: { id } }),
    countersOf: async ({ id: formId, userId }) => {
      const total = await prisma.formTotal.findUnique({ where: { formId } });
      const sumOf = { _sum: { submissionCount: true } } as const;
      const [days, origins, months] = await Promise.all([
        prisma.dailyFormCounter.aggregate({ where: { formId }, ...sumOf }),
        prisma.dailyOriginCounter.aggregate({ where: { formId }, ...sumOf }),
        prisma.monthlyUsage.aggregate({ where: { userId }, ...sumOf }),
      ]);
      return {
        inbox: Number(total?.submissionCount ?? 0),
        spam: Number(total?.spamCount ?? 0),
        days: Number(days._sum.submissionCount ?? 0),
        origins: Number(origins._sum.submissionCount ?? 0),
        month: Number(months._sum.submissionCount ?? 0),
      };
    },
    used: async ({ userId }) => (await usedOf(deps.redis, keys, { userId, month })).submissions,
    setUsed: async ({ userId }, count) => {
      await makeCounter(deps.redis, keys, { userId, month });
      await deps.redis.hset(keys.counter(userId, month), 'submissions', count);
    },
    changesOf: async ({ userId }) => {
      const changes = await prisma.change.findMany({ where: { userId }, orderBy: { firstPosition: 'asc' } });
      return changes.map(({ type }) => type);
    },
  };
}
