import type { SubmissionFilter } from '@inlet/contracts/submissions';
import type { PoolClient } from 'pg';
import { matchConditions } from '#submissions/match-conditions.ts';
import { stretchOf } from '#submissions/places.ts';

/**
 * Finds the ids of all submissions that a filter means, as of now, and keeps them in the session: `with hold` writes them
 * down at the end of the transaction, so that no snapshot stays open while they are worked through.
 */
export async function keepFound(
  client: PoolClient,
  formId: string,
  filter: SubmissionFilter,
): Promise<() => Promise<void>> {
  const { after, before } = stretchOf(filter);
  const values: unknown[] = [formId, filter.spam, after.createdAt, after.id, before.createdAt, before.id];
  const conditions = [
    'form_id = $1 and is_spam = $2 and (created_at, id) > ($3, $4) and (created_at, id) < ($5, $6)',
    ...matchConditions(filter, values),
  ];
  await client.query('begin');
  await client.query(
    `declare found no scroll cursor with hold for
     select id from submissions where ${conditions.join(' and ')} order by created_at desc, id desc`,
    values,
  );
  await client.query('commit');
  return async () => {
    await client.query('close found');
  };
}

export async function fetchFound(client: PoolClient, limit: number): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(`fetch ${limit} from found`);
  return rows.map(({ id }) => id);
}
