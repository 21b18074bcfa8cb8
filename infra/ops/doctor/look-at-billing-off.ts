import pg from 'pg';
import { type Finding, fine, warning } from '#doctor/finding.ts';

const timeoutMs = 5_000;

/** Whether somebody still pays for an installation that takes no payments. */
export async function lookAtBillingOff(url: string): Promise<Finding[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ count: number }>(
      "select count(*)::int as count from subscriptions where status not in ('canceled', 'incomplete_expired')",
    );
    const count = rows[0]?.count ?? 0;
    if (count === 0) return [fine('Payments are off, and no account has a subscription')];
    const says = `Payments are off, but ${count} accounts had a subscription when they were switched off`;
    return [warning(says, 'Cancel them at Stripe, which still charges for them.')];
  } catch {
    // What PostgreSQL does not answer is told beside this.
    return [];
  } finally {
    await client.end().catch(() => undefined);
  }
}
