import { namedSql } from '@inlet/db/named-sql';
import type { FormCount } from '@inlet/submissions/usage';
import type { PoolClient } from 'pg';

export interface FormRefund {
  readonly job: string;
  readonly refunds: readonly FormCount[];
}

const lockSql = namedSql(
  'lock-form-refunds',
  `select job, form_refunds as refunds from stored_batches
   where form_refunds is not null and ($jobs::text[] is null or job = any($jobs)) order by stored_at limit $limit
   for update skip locked`,
);

/** Locks some jobs with refunds of forms, the oldest first, skipping those of other workers; optionally only the named. */
export async function lockFormRefunds(
  client: PoolClient,
  limit: number,
  jobs: readonly string[] | null,
): Promise<FormRefund[]> {
  return (await client.query<FormRefund>(lockSql({ limit, jobs }))).rows;
}

/** The versions of the numbers that forms have now, by form id. */
export async function findNumbers(client: PoolClient, formIds: readonly string[]): Promise<Map<string, number>> {
  if (formIds.length === 0) return new Map();
  const { rows } = await client.query<{ id: string; version: number }>(
    `select id, max_submissions_version as version from forms
     where id = any($1::uuid[]) and max_submissions is not null`,
    [formIds],
  );
  return new Map(rows.map(({ id, version }) => [id, version]));
}

export async function noteFormsRefunded(client: PoolClient, jobs: readonly string[]): Promise<void> {
  await client.query('update stored_batches set form_refunds = null where job = any($1)', [jobs]);
}
