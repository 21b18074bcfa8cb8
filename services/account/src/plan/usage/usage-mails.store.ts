import { planKeys, systemPlan } from '@inlet/contracts/plans';
import type { QuotaResource } from '@inlet/contracts/quotas';
import { ordinaryBytes } from '@inlet/contracts/usage';
import type { Prisma } from '@inlet/db/client';
import type { Pool } from 'pg';
import type { Plans } from '#plan/plans.ts';

export interface UsageToTell {
  readonly userId: string;
  /** The one that is used more. */
  readonly resource: QuotaResource;
  readonly used: number;
  readonly limit: number;
  readonly percent: 80 | 100;
}

/** Reads the month's counters: a row for each account, once a minute. */
const usageSql = `
select users.id as "userId", resource, used, "limit", percent
from monthly_usage
join users on users.id = monthly_usage.user_id
left join unnest($2::text[], $3::bigint[], $4::bigint[]) as plans(plan, submissions, bytes) on plans.plan = users.plan
cross join lateral (
  select resource, used, "limit",
    case when used + spare >= "limit" then 100 when used * 100 >= "limit" * 80 then 80 end as percent
  from (values
    ('submissions', submission_count, coalesce(plans.submissions, $6::bigint), 0),
    ('bytes', byte_count, coalesce(plans.bytes, $7::bigint), ${ordinaryBytes - 1})
  ) as each(resource, used, "limit", spare)
  order by percent desc nulls last, resource desc limit 1
) as shares
where month = ($1 || '-01')::date and percent is not null
  and users.wants_usage_mails and users.plan is distinct from '${systemPlan}'
  and not exists (
    select from usage_mails where user_id = users.id and month = monthly_usage.month and usage_mails.percent >= shares.percent
  )
limit $5`;

/** Accounts that have used 80 or 100 percent of a month and were not notified yet. */
export async function findUsageToTell(
  pool: Pool,
  { limitsOf }: Plans,
  month: string,
  count: number,
): Promise<UsageToTell[]> {
  const [sold, others] = [planKeys.map(limitsOf), limitsOf(null)];
  const limits = [sold.map((plan) => plan.submissionsPerMonth), sold.map((plan) => plan.bytesPerMonth)];
  const { rows } = await pool.query<UsageToTell>({
    name: 'usage-to-tell',
    text: usageSql,
    values: [month, planKeys, ...limits, count, others.submissionsPerMonth, others.bytesPerMonth],
  });
  return rows;
}

/** Records that an account is notified; false if another process has done so. */
export async function noteTold(
  tx: Prisma.TransactionClient,
  { userId, percent }: Pick<UsageToTell, 'userId' | 'percent'>,
  month: string,
): Promise<boolean> {
  const data = { userId, month: new Date(`${month}-01T00:00:00Z`), percent };
  const { count } = await tx.usageMail.createMany({ data, skipDuplicates: true });
  return count === 1;
}
