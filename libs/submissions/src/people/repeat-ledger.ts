import { erasureYearsMax } from '@inlet/contracts/retention';
import type { Run } from '#people/scan-submissions.ts';

/** An erasure in the ledger. */
export interface Repeated {
  readonly id: string;
  readonly account: string;
  readonly address: string;
  readonly requestedAt: string;
  readonly finishedAt: string;
}

/** The statement does not see its own insert, so a new row counts as missing. */
const sql = `
with known as (
  select given.* from unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::timestamptz[])
    as given (id, account, address, requested_at)
  join users on users.id = account
), added as (
  insert into erasures (id, user_id, address_hash, requested_at) select * from known on conflict (id) do nothing
)
select known.id from known left join erasures on erasures.id = known.id where erasures.state is distinct from 'done'`;

/**
 * Repeats erasures that the database does not know as done, because it is older. Returns the unfinished ones. A deleted
 * account has nothing to erase.
 */
export async function repeatLedger<Line extends Repeated>(run: Run, lines: readonly Line[]): Promise<Line[]> {
  // The database deletes older ones itself.
  const since = new Date();
  since.setFullYear(since.getFullYear() - erasureYearsMax, since.getMonth(), since.getDate() + 1);
  const kept = lines.filter(({ finishedAt }) => new Date(finishedAt) > since);
  if (kept.length === 0) return [];
  const rows = await run<{ id: string }>(sql, [
    kept.map(({ id }) => id),
    kept.map(({ account }) => account),
    kept.map(({ address }) => Buffer.from(address, 'base64url')),
    kept.map(({ requestedAt }) => requestedAt),
  ]);
  const left = new Set(rows.map(({ id }) => id));
  return kept.filter(({ id }) => left.has(id));
}
