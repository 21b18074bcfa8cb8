import type { Form, Prisma, PrismaClient, Target } from '@inlet/db/client';
import type { Pool } from 'pg';

/** A target is always looked up together with the owner of its form. */
export interface OwnTarget {
  readonly target: Target;
  readonly form: Form;
}

type Reader = Pick<Prisma.TransactionClient, 'target'>;

/** A target, if the account owns its form. */
export async function findTarget(reader: Reader, id: string, userId: string): Promise<OwnTarget | null> {
  const found = await findAnyTarget(reader, id);
  return found?.form.userId === userId ? found : null;
}

/** A target of any account. The caller compares the owner of its form. */
export async function findAnyTarget(reader: Reader, id: string): Promise<OwnTarget | null> {
  const found = await reader.target.findUnique({ where: { id }, include: { form: true } });
  if (!found) return null;
  const { form, ...target } = found;
  return { form, target };
}

/** The targets of a form, oldest first. */
export function findTargets(prisma: PrismaClient, formId: string): Promise<Target[]> {
  return prisma.target.findMany({ where: { formId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
}

/** An account's targets that are disabled, or whose last deliveries failed. */
export function findFailing(prisma: PrismaClient, userId: string, limit: number) {
  return prisma.target.findMany({
    select: { id: true, formId: true, name: true, state: true, stoppedAt: true, failingSince: true },
    where: {
      form: { userId },
      OR: [{ state: 'disabled' }, { state: 'active', failingSince: { not: null } }],
    },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: limit,
  });
}

/** The count stays true as long as the caller's lock of the account. */
export function countTargets(tx: Prisma.TransactionClient, formId: string): Promise<number> {
  return tx.target.count({ where: { formId } });
}

export async function hasForm(tx: Prisma.TransactionClient, id: string, userId: string): Promise<boolean> {
  return (await tx.form.count({ where: { id, userId } })) > 0;
}

export function insertTarget(tx: Prisma.TransactionClient, target: Prisma.TargetUncheckedCreateInput): Promise<Target> {
  return tx.target.create({ data: target });
}

export function saveTarget(
  tx: Prisma.TransactionClient,
  id: string,
  change: Prisma.TargetUncheckedUpdateInput,
): Promise<Target> {
  return tx.target.update({ where: { id }, data: change });
}

/** Changes an account's targets that were disabled because its plan had no webhooks. */
export function saveTargetsWithoutPlan(
  tx: Prisma.TransactionClient,
  userId: string,
  change: Prisma.TargetUncheckedUpdateManyInput,
): Promise<Target[]> {
  return tx.target.updateManyAndReturn({ where: { stateReason: 'plan', form: { userId } }, data: change });
}

/** Makes deliveries due that wait for another attempt. */
export async function hastenRetries(tx: Prisma.TransactionClient, targetId: string): Promise<void> {
  const dueAt = new Date();
  await tx.delivery.updateMany({
    where: { targetId, state: 'due', attempts: { gt: 0 }, dueAt: { gt: dueAt } },
    data: { dueAt },
  });
}

/** The worker removes its deliveries and its log. Returns whether it was there. */
export async function removeTarget(tx: Prisma.TransactionClient, id: string): Promise<boolean> {
  return (await tx.target.deleteMany({ where: { id } })).count > 0;
}

/** The most deliveries that are counted; more are shown as this number. */
const countMax = 10_000;

export interface TargetBacklog {
  readonly waiting: number;
  readonly failed: number;
  readonly oldestWaitingAt: Date | null;
}

const backlogSql = `
select targets.id, waiting.count as "waiting", waiting.oldest as "oldestWaitingAt", failed.count as "failed"
from unnest($1::uuid[]) as targets(id)
cross join lateral (
  select count(*)::int as count, min(occurred_at) as oldest from (
    select occurred_at from deliveries where target_id = targets.id and state = 'due' order by due_at, id limit ${countMax}
  ) as due
) as waiting
cross join lateral (
  select count(*)::int as count from (
    select from deliveries where target_id = targets.id and state = 'failed' limit ${countMax}
  ) as given_up
) as failed`;

/** Pending and failed deliveries by target id. */
export async function readBacklogs(pool: Pool, targetIds: readonly string[]): Promise<Map<string, TargetBacklog>> {
  const { rows } = await pool.query<TargetBacklog & { readonly id: string }>({
    name: 'backlogs-of-targets',
    text: backlogSql,
    values: [targetIds],
  });
  return new Map(rows.map(({ id, ...backlog }) => [id, backlog]));
}
