import { lessonDaysMax, spamWordDaysMax } from '@inlet/contracts/retention';
import type { ClientBase, Pool } from 'pg';

/** A mark to be learned, with the previous lesson from its submission. */
export interface Lesson {
  readonly submissionId: string;
  readonly isSpam: boolean;
  readonly learnedSpam: boolean | null;
  /** The fields as JSON text; null if the submission is deleted. */
  readonly data: string | null;
}

/**
 * Takes the account whose marks have waited longest. Its model is locked, so that one worker at a time updates it, and
 * other workers take other accounts. Marks of a deleted account have no model.
 */
export async function takeStudent(client: ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ userId: string }>(
    `select user_id as "userId" from spam_lessons join spam_models using (user_id)
     where not is_learned order by marked_at limit 1 for update of spam_models skip locked`,
  );
  return rows[0]?.userId ?? null;
}

export async function findLessons(client: ClientBase, userId: string, limit: number): Promise<Lesson[]> {
  const { rows } = await client.query<Lesson>(
    `select submission_id as "submissionId", lessons.is_spam as "isSpam", learned_spam as "learnedSpam",
       submissions.data::text as data
     from spam_lessons as lessons left join submissions on submissions.id = submission_id
     where user_id = $1 and not is_learned order by lessons.marked_at, submission_id limit $2`,
    [userId, limit],
  );
  return rows;
}

/** The increase of a token's or model's counts; undoing a lesson decreases them. */
export interface Growth {
  spam: number;
  good: number;
}

/** Updates the counts, and deletes tokens that no text contains any more. */
export async function growTokens(
  client: ClientBase,
  userId: string,
  growth: ReadonlyMap<number, Growth>,
): Promise<void> {
  const tokens = [...growth.keys()].sort((a, b) => a - b);
  const of = (kind: keyof Growth) => tokens.map((token) => growth.get(token)?.[kind] ?? 0);
  await client.query(
    `insert into spam_tokens (user_id, token, spam_count, good_count)
     select $1, token, spam, good from unnest($2::bigint[], $3::int[], $4::int[]) as grown(token, spam, good)
     on conflict (user_id, token) do update set
       spam_count = greatest(0, spam_tokens.spam_count + excluded.spam_count),
       good_count = greatest(0, spam_tokens.good_count + excluded.good_count),
       learned_on = excluded.learned_on`,
    [userId, `{${tokens.join(',')}}`, of('spam'), of('good')],
  );
  const shrunk = tokens.filter((token) => Object.values(growth.get(token) ?? {}).some((count) => count < 0));
  if (shrunk.length === 0) return;
  await client.query(
    'delete from spam_tokens where user_id = $1 and token = any ($2::bigint[]) and spam_count + good_count <= 0',
    [userId, `{${shrunk.join(',')}}`],
  );
}

export async function growModel(client: ClientBase, userId: string, { spam, good }: Growth): Promise<void> {
  await client.query(
    `update spam_models set spam_count = greatest(0, spam_count + $2), good_count = greatest(0, good_count + $3),
       version = version + 1 where user_id = $1`,
    [userId, spam, good],
  );
}

/** Lessons of deleted submissions teach nothing. A mark that changed meanwhile waits for the next round. */
export async function finishLessons(client: ClientBase, lessons: readonly Lesson[]): Promise<void> {
  const gone = lessons.filter(({ data }) => data === null).map(({ submissionId }) => submissionId);
  if (gone.length > 0) await client.query('delete from spam_lessons where submission_id = any ($1::uuid[])', [gone]);
  const learned = lessons.filter(({ data }) => data !== null);
  await client.query(
    `update spam_lessons set is_learned = spam_lessons.is_spam = done.is_spam, learned_spam = done.is_spam
     from unnest($1::uuid[], $2::bool[]) as done(id, is_spam) where submission_id = done.id`,
    [learned.map(({ submissionId }) => submissionId), learned.map(({ isSpam }) => isSpam)],
  );
}

/** After this, a mark is not learned again if its owner changes it. */
export async function forgetLessons(pool: Pool): Promise<void> {
  await pool.query(
    `delete from spam_lessons where is_learned and marked_at < now() - interval '${lessonDaysMax} days'`,
  );
}

/** Forgets some tokens that no lesson has had for long, and returns how many. */
export async function forgetTokens(pool: Pool, limit: number): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from spam_tokens where (user_id, token) in (
       select user_id, token from spam_tokens where learned_on < current_date - ${spamWordDaysMax} limit $1
     )`,
    [limit],
  );
  return rowCount ?? 0;
}
