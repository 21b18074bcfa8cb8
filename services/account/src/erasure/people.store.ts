import type { Queryable } from '@inlet/db/cancellable';
import type { Form } from '@inlet/db/client';

export interface NamedForm extends Pick<Form, 'fieldRoles'> {
  readonly id: string;
  readonly name: string;
  readonly readBefore: Date | null;
}

export async function findForms(pool: Queryable, userId: string, seen: readonly string[] | null): Promise<NamedForm[]> {
  const { rows } = await pool.query<NamedForm>(
    `select id, name, read_before as "readBefore", field_roles as "fieldRoles" from forms
     where user_id = $1 and ($2::uuid[] is null or id = any ($2)) order by id`,
    [userId, seen],
  );
  return rows;
}

/** Other data of submissions besides their fields. */
export interface Belongings {
  readonly notes: number;
  readonly files: number;
}

export async function countBelongings(pool: Queryable, ids: readonly string[]): Promise<Belongings> {
  if (ids.length === 0) return { notes: 0, files: 0 };
  const { rows } = await pool.query<Belongings>(
    `select
       (select count(*) from submission_states where submission_id = any ($1::uuid[]) and note is not null)::int as notes,
       (select count(*) from files where submission_id = any ($1) and state <> 'deleting')::int as files`,
    [ids],
  );
  return rows[0] ?? { notes: 0, files: 0 };
}

export interface MentioningRow {
  readonly id: string;
  readonly formId: string;
  readonly data: string;
  readonly note: string | null;
  readonly tags: readonly string[];
}

/** The texts that contain mentions. */
export async function findMentioning(pool: Queryable, ids: readonly string[]): Promise<MentioningRow[]> {
  const { rows } = await pool.query<MentioningRow>(
    `select id, submissions.form_id as "formId", data::text as data, note, coalesce(tags, '{}') as tags
     from submissions left join submission_states on submission_id = id where id = any ($1::uuid[])`,
    [ids],
  );
  return rows;
}

/** A set-aside submission, as JSON. */
export async function findPayload(pool: Queryable, id: string): Promise<string | null> {
  const { rows } = await pool.query<{ payload: Buffer }>('select payload from dead_submissions where id = $1', [id]);
  return rows[0]?.payload.toString() ?? null;
}

export async function findRecipient(pool: Queryable, id: string): Promise<string | null> {
  const { rows } = await pool.query<{ email: string }>('select email from recipients where id = $1', [id]);
  return rows[0]?.email ?? null;
}

export async function findViewName(pool: Queryable, id: string): Promise<string | null> {
  const { rows } = await pool.query<{ name: string }>('select name from saved_views where id = $1', [id]);
  return rows[0]?.name ?? null;
}

export async function findBlocked(pool: Queryable, formId: string, at: number): Promise<string | null> {
  const { rows } = await pool.query<{ word: string | null }>(
    'select block_list[$2 + 1] as word from spam_settings where form_id = $1',
    [formId, at],
  );
  return rows[0]?.word ?? null;
}

export async function findTargets(pool: Queryable, forms: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from targets where form_id = any ($1::uuid[]) order by id',
    [forms],
  );
  return rows.map(({ id }) => id);
}

/** Counts pending and failed deliveries of submissions to a target. */
export async function countDeliveries(pool: Queryable, targetId: string, ids: readonly string[]): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::int as count from deliveries where target_id = $1 and submission_id = any ($2::uuid[])',
    [targetId, ids],
  );
  return rows[0]?.count ?? 0;
}

/** Set-aside submissions of an account, as JSON. */
export async function findSetAside(
  pool: Queryable,
  forms: readonly string[],
  after: string,
  limit: number,
): Promise<{ id: string; payload: Buffer }[]> {
  const { rows } = await pool.query<{ id: string; payload: Buffer }>(
    'select id, payload from dead_submissions where form_id = any ($1::uuid[]) and id > $2 order by id limit $3',
    [forms, after, limit],
  );
  return rows;
}

/** Mails of an account's forms that are not queued yet, in the queue's format. */
export async function findPendingMails(
  pool: Queryable,
  forms: readonly string[],
  after: string,
  limit: number,
): Promise<{ id: string; mail: object }[]> {
  const { rows } = await pool.query<{ id: string; mail: object }>(
    `select id, json_build_object('to', recipient, 'subject', subject, 'text', text, 'html', html)::jsonb || options::jsonb as mail
     from pending_mails where options ->> 'formId' = any ($1::text[]) and id > $2 order by id limit $3`,
    [forms, after, limit],
  );
  return rows;
}

export async function countSuppressions(pool: Queryable, names: readonly string[]): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::int as count from suppressions where email = any ($1::text[])',
    [names],
  );
  return rows[0]?.count ?? 0;
}
