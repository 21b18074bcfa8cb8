import type { PersonCounts } from '@inlet/contracts/erasures';
import type { MentionRef } from '@inlet/submissions/people/mention-ref';
import type { Run, ScanPosition } from '@inlet/submissions/people/scan-submissions';
import type { ClientBase, Pool } from 'pg';

/** Everything is searched twice: a submission in flight during the first search is stored by the second. */
export type Look = 1 | 2;

/** The progress of an erasure. */
export interface ErasureProgress {
  readonly look: Look;
  /** The search for submissions, or the erasing that follows. */
  readonly step: 'find' | 'erase';
  /** The form that is being searched, and the position in it. */
  readonly formId?: string;
  readonly from?: ScanPosition;
}

export interface TakenErasure {
  readonly id: string;
  readonly userId: string;
  readonly addressHash: Buffer;
  readonly sealed: Buffer | null;
  readonly requestedAt: Date;
  readonly progress: ErasureProgress | null;
}

const unheld = `state <> 'done' and (held_until is null or held_until < now())`;

/** Leases the erasure that has waited longest. Null if none waits, or other workers hold them. */
export async function takeErasure(pool: Pool, holder: string, seconds: number): Promise<TakenErasure | null> {
  const { rows } = await pool.query<TakenErasure>(
    `update erasures set state = 'running', holder = $1, held_until = now() + make_interval(secs => $2)
     where id = (select id from erasures where ${unheld} order by requested_at, id limit 1 for update skip locked)
     returning id, user_id as "userId", address_hash as "addressHash", sealed, requested_at as "requestedAt", progress`,
    [holder, seconds],
  );
  return rows[0] ?? null;
}

/** Another worker has taken over the erasure, or its account is deleted. */
export class ErasureLost extends Error {
  override readonly name = 'ErasureLost';
}

/** Extends the lease of an erasure. */
export async function keepErasure(pool: Pool | ClientBase, id: string, holder: string, seconds: number): Promise<void> {
  const { rowCount } = await pool.query(
    'update erasures set held_until = now() + make_interval(secs => $3) where id = $1 and holder = $2',
    [id, holder, seconds],
  );
  if (rowCount !== 1) throw new ErasureLost();
}

/** Releases an erasure, to be retried later. */
export async function postponeErasure(pool: Pool, id: string, holder: string, seconds: number): Promise<void> {
  await pool.query('update erasures set held_until = now() + make_interval(secs => $3) where id = $1 and holder = $2', [
    id,
    holder,
    seconds,
  ]);
}

export function runOf(client: Pool | ClientBase): Run {
  return async (text, values) => (await client.query(text, [...values])).rows;
}

export async function findForms(pool: Pool, userId: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>('select id from forms where user_id = $1 order by id', [userId]);
  return rows.map(({ id }) => id);
}

export async function saveProgress(client: Pool | ClientBase, id: string, progress: ErasureProgress): Promise<void> {
  await client.query('update erasures set progress = $2 where id = $1', [id, JSON.stringify(progress)]);
}

export async function addMentions(
  client: ClientBase,
  id: string,
  mentions: readonly MentionRef[],
  listedMax: number,
): Promise<void> {
  if (mentions.length === 0) return;
  await client.query(
    `update erasures set mention_count = mention_count + $2,
       mentions = case when jsonb_array_length(mentions) < $4 then mentions || $3::jsonb else mentions end
     where id = $1`,
    [id, mentions.length, JSON.stringify(mentions.slice(0, listedMax)), listedMax],
  );
}

export async function forgetMentions(client: ClientBase, id: string): Promise<void> {
  await client.query(`update erasures set mention_count = 0, mentions = '[]' where id = $1`, [id]);
}

/** Records what must be erased. */
export async function insertFinds(
  client: ClientBase | Pool,
  id: string,
  kind: string,
  keys: readonly string[],
  formId: string | null = null,
): Promise<void> {
  if (keys.length === 0) return;
  await client.query(
    `insert into erasure_finds (erasure_id, kind, key, form_id) select $1, $2, unnest($3::text[]), $4
     on conflict do nothing`,
    [id, kind, keys, formId],
  );
}

export async function addCounts(client: ClientBase, id: string, counts: Partial<PersonCounts>): Promise<void> {
  for (const [kind, count] of Object.entries(counts)) {
    if (count === 0) continue;
    await client.query(
      `update erasures set counts = counts || jsonb_build_object($2::text, coalesce((counts ->> $2)::int, 0) + $3::int)
       where id = $1`,
      [id, kind, count],
    );
  }
}

export interface Outcome {
  readonly counts: Partial<PersonCounts>;
  readonly mentionCount: number;
}

export async function readOutcome(pool: Pool, id: string): Promise<Outcome> {
  const { rows } = await pool.query<Outcome>(
    'select counts, mention_count as "mentionCount" from erasures where id = $1',
    [id],
  );
  if (!rows[0]) throw new ErasureLost();
  return rows[0];
}

/** Completes an erasure: from then on it no longer contains the address. */
export async function finishErasure(
  client: ClientBase,
  { id, holder, finishedAt, receipt }: Record<'id' | 'holder' | 'receipt', string> & { readonly finishedAt: Date },
): Promise<void> {
  const { rowCount } = await client.query(
    `update erasures set state = 'done', sealed = null, progress = null, holder = null, held_until = null,
       receipt = $3, finished_at = $4
     where id = $1 and holder = $2`,
    [id, holder, receipt, finishedAt],
  );
  if (rowCount !== 1) throw new ErasureLost();
  await client.query('delete from erasure_finds where erasure_id = $1', [id]);
}
