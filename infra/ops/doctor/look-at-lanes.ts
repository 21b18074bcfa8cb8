import type { Client } from 'pg';
import { type Finding, fault } from '#doctor/finding.ts';

/** Checks that every account, and all work that is left, is in a lane that the services have. */
export async function lookAtLanes(client: Client, lanes: number): Promise<Finding[]> {
  const { rows } = await client.query<{ accounts: number; batches: number; highest: number }>(
    `with beyond as (
       select 'account' as kind, lane from users where lane >= $1
       union all select 'batch', lane from direct_batches where flushed_at is null and lane >= $1
       union all select 'batch', lane from stored_batches where refunded_at is null and lane >= $1
     )
     select count(*) filter (where kind = 'account')::int as accounts,
       count(*) filter (where kind = 'batch')::int as batches, coalesce(max(lane), 0)::int as highest
     from beyond`,
    [lanes],
  );
  const { accounts, batches, highest } = rows[0] ?? { accounts: 0, batches: 0, highest: 0 };
  if (accounts + batches === 0) return [];
  const says = `${accounts} accounts and ${batches} unsettled batches are in lanes that REDIS_LANES=${lanes} does not have`;
  return [
    fault(
      says,
      `Set REDIS_LANES to ${highest + 1} or more in every service. To have fewer lanes, first move the accounts (npm run lanes -- move ACCOUNT 0) and wait until their batches are settled.`,
    ),
  ];
}
