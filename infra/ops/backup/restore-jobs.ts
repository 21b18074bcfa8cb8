import { findPrimary } from '@inlet/db/find-primary';
import { jobs as catalogue } from '@inlet/queue/jobs';
import pg from 'pg';
import type { WaitingJob } from '#backup/backup-format.ts';
import type { OpenLane } from '#backup/open-lanes.ts';
import { addWaitingJobs } from '#backup/waiting-jobs.ts';

/**
 * Queues restored jobs, each in the lane of its accounts: account counts what waits in that lane. An account of a lane
 * that this installation does not have goes to lane 0, because Redis has nothing of it yet.
 */
export async function restoreJobs(
  databaseUrl: string,
  lanes: readonly OpenLane[],
  pages: readonly WaitingJob[][],
): Promise<void> {
  const client = new pg.Client({ connectionString: await findPrimary(databaseUrl) });
  await client.connect();
  try {
    await leaveMissingLanes(client, lanes.length);
    for (const page of pages) await queuePage(client, lanes, page);
  } finally {
    await client.end();
  }
}

async function leaveMissingLanes(client: pg.Client, count: number): Promise<void> {
  await client.query('update users set lane = 0 where lane >= $1', [count]);
  await client.query('update direct_batches set lane = 0 where lane >= $1', [count]);
  await client.query('update stored_batches set lane = 0 where lane >= $1', [count]);
}

async function queuePage(client: pg.Client, lanes: readonly OpenLane[], page: readonly WaitingJob[]): Promise<void> {
  const accounts = page.map(accountOf);
  const { rows } = await client.query<{ id: string; lane: number }>(
    'select id, lane from users where lane > 0 and id = any($1)',
    [accounts.filter((id) => id !== undefined)],
  );
  const moved = new Map(rows.map(({ id, lane }) => [id, lane]));
  const byLane = Map.groupBy(page, (_job, index) => moved.get(accounts[index] ?? '') ?? 0);
  for (const [lane, jobs] of byLane) {
    const open = lanes[lane];
    if (!open) throw new Error(`There is no lane ${lane}`);
    await addWaitingJobs(open.redis, open.prefix, jobs);
  }
}

/** All accounts of a batch are in one lane; undefined for a job that no worker can read either. */
function accountOf({ data }: WaitingJob): string | undefined {
  const batch = catalogue['store-submissions'].payload.safeParse(data);
  return batch.success ? batch.data.forms[0]?.[1] : undefined;
}
