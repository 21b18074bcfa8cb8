import { namedSql } from '@inlet/db/named-sql';
import type { FormCount } from '@inlet/submissions/usage';
import type { PoolClient } from 'pg';
import type { Wanted } from '#submissions/counters/counters.store.ts';

export interface FormRefund {
  readonly job: string;
  readonly refunds: readonly FormCount[];
}

const lockSql = namedSql(
  'lock-form-refunds',
  `select job, form_refunds as refunds from stored_batches
   where form_refunds is not null and ($jobs::text[] is null or job = any($jobs)) and lane <> all ($otherLanes::int2[])
   order by stored_at limit $limit for update skip locked`,
);

/** Locks some jobs with refunds of forms, the oldest first, skipping those of other workers. */
export async function lockFormRefunds(client: PoolClient, limit: number, wanted: Wanted): Promise<FormRefund[]> {
  return (await client.query<FormRefund>(lockSql({ limit, ...wanted }))).rows;
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

/** The lanes that the accounts of forms are in now, by form id. */
export async function findFormLanes(client: PoolClient, formIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await client.query<{ id: string; lane: number }>(
    'select forms.id, lane from forms join users on users.id = user_id where forms.id = any($1::uuid[])',
    [formIds],
  );
  return new Map(rows.map(({ id, lane }) => [id, lane]));
}

export async function noteFormsRefunded(client: PoolClient, jobs: readonly string[]): Promise<void> {
  await client.query('update stored_batches set form_refunds = null where job = any($1)', [jobs]);
}
