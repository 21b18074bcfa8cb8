import { randomUUID } from 'node:crypto';
import { createTargetSchema } from '@inlet/contracts/targets';
import type { DeliveryAttempt, Form, Replay, Target } from '@inlet/db/client';
import { v7 as uuidv7 } from 'uuid';
import type { TestAccount } from '#account.test-setup.ts';
import { createTarget } from '#deliveries/targets/create-target.ts';

export interface Deliveries {
  readonly target: Target;
  readonly hook: Target;
  readonly replay: Replay;
  readonly attempt: DeliveryAttempt;
}

type Overrides = Partial<Omit<DeliveryAttempt, 'responseHeaders'>> &
  Pick<DeliveryAttempt, 'targetId'> & { readonly responseHeaders?: Readonly<Record<string, string>> };

/** A target in strict order, a hook, a replay and an attempt of a form. */
export async function buildDeliveries(account: TestAccount, form: Form): Promise<Deliveries> {
  const target = await makeTarget(account, form, { order: 'strict' });
  const hook = await makeTarget(account, form, {}, true);
  const replay = await account.deps.database.prisma.replay.create({
    data: { id: randomUUID(), targetId: target.id, toAt: new Date(), total: 3, doneCount: 1 },
  });
  return { target, hook, replay, attempt: await buildAttempt(account, { targetId: target.id }) };
}

/** Creates a target as its owner does. */
export async function makeTarget({ deps }: TestAccount, form: Form, wanted: object = {}, isHook = false) {
  const actor = { userId: form.userId, name: 'session', address: null, userAgent: null };
  const values = createTargetSchema.parse({ url: 'https://receiver.example/hook', ...wanted });
  return (await createTarget(deps, actor, form, values, isHook)).target;
}

/** Stores a successful attempt, as the worker does. */
export function buildAttempt({ deps }: TestAccount, overrides: Overrides): Promise<DeliveryAttempt> {
  return deps.database.prisma.deliveryAttempt.create({
    data: {
      ...{
        id: uuidv7({ msecs: Date.now() }),
        eventId: randomUUID(),
        submissionId: randomUUID(),
        type: 'submission.created',
      },
      ...{ number: 1, state: 'succeeded', statusCode: 200, durationMs: 12, response: 'ok', startedAt: new Date() },
      ...overrides,
    },
  });
}

/** Stores a delivery that failed for good. In strict order it blocks its target. */
export async function buildStopping(
  { deps }: TestAccount,
  { id: targetId }: Target,
  submissionId: string = randomUUID(),
) {
  const { prisma } = deps.database;
  await prisma.delivery.deleteMany({ where: { targetId } });
  const at = new Date();
  return prisma.delivery.create({
    data: {
      ...{ targetId, eventId: submissionId, submissionId, type: 'submission.created', occurredAt: at, dueAt: at },
      ...{ state: 'failed', attempts: 12 },
    },
  });
}
