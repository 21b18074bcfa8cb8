import { planKeys, systemPlan } from '@inlet/contracts/plans';
import type { Prisma } from '@inlet/db/client';
import type { Pool } from 'pg';
import type { Plans } from '#plan/plans.ts';

export interface StorageToTell {
  readonly userId: string;
  readonly used: number;
  readonly limit: number;
  readonly percent: 80 | 100;
}

/** The share of each account's storage that files use, without running uploads, because most need less in the end. */
const sharesSql = `
select users.id as "userId", storage_told as told, wants_usage_mails as wants, shares.*,
  case when used >= "limit" then 100 when used * 100 >= "limit" * 80 then 80 else 0 end as percent
from quotas
join users on users.id = quotas.user_id and users.plan is distinct from '${systemPlan}'
left join unnest($1::text[], $2::bigint[]) as plans(plan, storage) on plans.plan = users.plan
cross join lateral (
  select coalesce(plans.storage, $3::bigint) as "limit",
    granted + direct - coalesce((select sum(reserved) from uploads where uploads.user_id = users.id), 0)::bigint as used
) as shares
where period = 'storage' and resource = 'storage' and "limit" > 0`;

const limitsOf = ({ limitsOf: of }: Plans) => [
  planKeys,
  planKeys.map((plan) => of(plan).storageBytes),
  of(null).storageBytes,
];

/** Accounts whose storage has passed a threshold since their last mail. */
export async function findStorageToTell(pool: Pool, plans: Plans, count: number): Promise<StorageToTell[]> {
  const text = `select "userId", used, "limit", percent from (${sharesSql}) as each
    where percent > told and wants limit $4`;
  const { rows } = await pool.query<StorageToTell>({
    name: 'storage-to-tell',
    text,
    values: [...limitsOf(plans), count],
  });
  return rows;
}

/**
 * When an account's storage has emptied, it can be notified again. The margin of ten percent prevents a mail for each
 * file that is deleted and added.
 */
export async function forgetTold(pool: Pool, plans: Plans): Promise<void> {
  const text = `update users set storage_told = case when used * 100 < "limit" * 70 then 0 else 80 end
    from (${sharesSql}) as each
    where users.id = "userId" and (told > 0 and used * 100 < "limit" * 70 or told = 100 and used * 100 < "limit" * 90)`;
  await pool.query({ name: 'forget-storage-told', text, values: limitsOf(plans) });
}

/** Records that an account is notified; false if another process has done so. */
export async function noteStorageTold(
  tx: Prisma.TransactionClient,
  { userId, percent }: Pick<StorageToTell, 'userId' | 'percent'>,
): Promise<boolean> {
  const where = { id: userId, storageTold: { lt: percent } };
  return (await tx.user.updateMany({ where, data: { storageTold: percent } })).count === 1;
}
