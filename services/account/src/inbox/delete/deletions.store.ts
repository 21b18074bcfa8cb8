import type { SubmissionFilter } from '@inlet/contracts/submissions';
import type { Prisma, PrismaClient } from '@inlet/db/client';
import { isCanceled } from '@inlet/db/faults';
import { transaction } from '@inlet/db/transaction';
import { rangeOf } from '@inlet/submissions/range';
import type { Pool, PoolClient } from 'pg';
import { matchConditions } from '#inbox/submissions/match-conditions.ts';

/** The submissions that an account wants to delete. */
export interface DeletionWanted {
  readonly id: string;
  readonly formId: string;
  readonly filter: SubmissionFilter;
  readonly actor: string;
  readonly address: string | null;
  readonly userAgent: string | null;
}

/** Small enough for a statement of a tenth of a second, so that concurrent inserts hardly wait for it. */
const idsOfPiece = 5_000;
/** Reading the text of millions may take long; this is half the gateway's idle timeout. */
const settleMs = 30_000;

/**
 * Writes down the ids of all submissions that a filter means, as of now, in pieces, and returns how many there are. A
 * submission that is stored later is in no piece. If the process that deletes them ends, another one continues. A
 * caller that has disconnected by then was told that it failed, so nothing is written.
 */
export async function settleDeletion(pool: Pool, wanted: DeletionWanted, isWanted: () => boolean): Promise<number> {
  const { id, formId, filter, actor, address, userAgent } = wanted;
  const { after, before } = rangeOf(filter);
  const values: unknown[] = [formId, filter.spam, after.createdAt, after.id, before.createdAt, before.id];
  values.push(id, actor, address, userAgent);
  const conditions = [
    'form_id = $1 and is_spam = $2 and (created_at, id) > ($3, $4) and (created_at, id) < ($5, $6)',
    ...matchConditions(filter, values),
  ];
  if (!isWanted()) throw new NobodyWaits();
  const settle = async (client: PoolClient) => {
    const { rows } = await client.query<{ found: number }>(settleSql(conditions), values);
    if (!isWanted()) throw new NobodyWaits();
    return rows[0]?.found ?? 0;
  };
  return transaction(pool, settle, { statementTimeoutMs: settleMs });
}

/** A form that is deleted at the same time has nothing left to delete; its submissions are deleted with it. */
function settleSql(conditions: readonly string[]): string {
  return `
with found as materialized (
  select id, row_number() over (order by created_at desc, id desc) - 1 as place
  from submissions where ${conditions.join(' and ')}
), deletion as (
  insert into submission_deletions (id, form_id, is_spam, actor, address, user_agent)
  select $7::uuid, id, $2, $8::text, $9::text, $10::text from forms where id = $1 and exists (select from found) for key share
  returning id
), pieces as (
  insert into deletion_pieces (deletion_id, number, ids)
  select deletion.id, place / ${idsOfPiece}, array_agg(found.id) from found cross join deletion group by 1, 2
)
select count(*)::int as found from found cross join deletion`;
}

class NobodyWaits extends Error {
  override readonly name = 'NobodyWaits';
}

/** True if nothing is deleted because listing the ids took too long, for us or for the client. */
export function isGivenUp(error: unknown): boolean {
  return error instanceof NobodyWaits || isCanceled(error);
}

export interface TakenDeletion {
  readonly id: string;
  readonly userId: string;
  readonly formId: string;
  readonly isSpam: boolean;
  readonly deletedCount: bigint;
  readonly actor: string;
  readonly address: string | null;
  readonly userAgent: string | null;
}

/**
 * Takes a deletion until the end of the transaction, unless another process has it: the given one, or without an id the
 * oldest one whose process has responded or ended.
 */
export async function takeDeletion(
  tx: Prisma.TransactionClient,
  id: string | null,
  leftAfterMs: number,
): Promise<TakenDeletion | null> {
  const [taken] = await tx.$queryRaw<TakenDeletion[]>`
    select d.id, forms.user_id as "userId", d.form_id as "formId", d.is_spam as "isSpam",
      d.deleted_count as "deletedCount", d.actor, d.address, d.user_agent as "userAgent"
    from submission_deletions as d join forms on forms.id = d.form_id
    where d.id = ${id}::uuid
      or (${id}::uuid is null and d.requested_at < now() - ${leftAfterMs} * interval '1 millisecond')
    order by d.requested_at, d.id limit 1
    for update of d skip locked`;
  return taken ?? null;
}

/** Moves a deletion behind all others, so that one that always fails does not block them. */
export async function putLast(prisma: PrismaClient, id: string): Promise<void> {
  await prisma.$executeRaw`update submission_deletions set requested_at = now() where id = ${id}::uuid`;
}

/** Takes the next piece away, and returns its ids; null where none is left. */
export async function takePiece(tx: Prisma.TransactionClient, deletionId: string): Promise<string[] | null> {
  const [piece] = await tx.$queryRaw<{ ids: string[] }[]>`
    delete from deletion_pieces where deletion_id = ${deletionId}::uuid and number = (
      select min(number) from deletion_pieces where deletion_id = ${deletionId}::uuid
    ) returning ids`;
  return piece?.ids ?? null;
}

export async function noteProgress(
  tx: Prisma.TransactionClient,
  { id }: TakenDeletion,
  deletedCount: number,
): Promise<void> {
  await tx.submissionDeletion.update({ where: { id }, data: { deletedCount } });
}

export async function hasPieces(tx: Prisma.TransactionClient, deletionId: string): Promise<boolean> {
  return (await tx.deletionPiece.count({ where: { deletionId }, take: 1 })) > 0;
}

export async function forgetDeletion(tx: Prisma.TransactionClient, { id }: TakenDeletion): Promise<void> {
  await tx.submissionDeletion.delete({ where: { id } });
}
