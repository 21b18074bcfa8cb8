import { createHash } from 'node:crypto';
import type { SubmissionBatch } from '@inlet/contracts/submission-batch';
import { addStandardJob } from 'bullmq/dist/esm/scripts/addStandardJob-9.js';
import type { RedisConnection } from '#connections.ts';
import type { RedisKeys } from '#keys.ts';
import type { Producer } from '#producer.ts';
import { countsKeptSeconds } from '#quota.ts';
import { SetBytes } from '#set-bytes.ts';
import { giveBack } from '#write-batch.ts';
import type { PreparedJob } from '#written-job.ts';

/** An account's month, in which a number of submissions wants a place. */
export interface QuotaRequest {
  readonly userId: string;
  readonly month: string;
  readonly wanted: number;
  readonly limit: number;
}

/** How many of those wanted fit, or null where Redis does not know the account's count. */
export type QuotaRoom = number | null;

export interface Intake {
  /** Answers what fits at this moment; nothing is counted. */
  readonly look: (requests: readonly QuotaRequest[]) => Promise<QuotaRoom[]>;
  /**
   * Queues a batch and counts it, in one step that no other process comes between, where all that is wanted fits; where
   * something does not, nothing happens. Answers what fits of each request. A rejection means that nobody knows, but
   * what is counted is queued, and what is queued is counted.
   */
  readonly admit: (requests: readonly QuotaRequest[], id: string, batch: SubmissionBatch) => Promise<QuotaRoom[]>;
}

/**
 * KEYS: for each account its count, and the mark that says that counts which are absent are zero; then those of BullMQ.
 * ARGV: how many accounts, the time to keep counts, for each account how many are wanted and its limit; then BullMQ's.
 * Without BullMQ's part there is nothing to queue.
 */
const admitScript = `
local function addJob(KEYS, ARGV)
${addStandardJob.content}
end
local last = 2 * tonumber(ARGV[1])
local room, allFit = {}, #KEYS > last
for i = 1, last, 2 do
  local used = redis.call('GET', KEYS[i])
  if not used and redis.call('EXISTS', KEYS[i + 1]) == 1 then used = '0' end
  local count = tonumber(used or '')
  local wanted, limit = tonumber(ARGV[i + 2]), tonumber(ARGV[i + 3])
  local fits = count and math.max(0, math.min(wanted, limit - count)) or -1
  if fits < wanted then allFit = false end
  room[#room + 1] = fits
end
if not allFit then return room end
addJob({unpack(KEYS, last + 1)}, {unpack(ARGV, last + 3)})
for i = 1, last, 2 do
  local wanted = tonumber(ARGV[i + 2])
  if redis.call('INCRBY', KEYS[i], wanted) == wanted then redis.call('EXPIRE', KEYS[i], ARGV[2]) end
end
return room`;

const admitHash = createHash('sha1').update(admitScript).digest('hex');

/**
 * A job is whole with the payload that is put beside what BullMQ's script wrote. Where the script wrote nothing, because
 * not all of it fits or Redis has lost the script, the payload goes again.
 */
const dropUnqueuedScript = `if redis.call('HEXISTS', KEYS[1], 'name') == 0 then redis.call('DEL', KEYS[1]) end`;

/** The way of submissions into their queue, within the months of those whose they are. */
export function openIntake(redis: RedisConnection, keys: RedisKeys, producer: Pick<Producer, 'prepare'>): Intake {
  async function judge(requests: readonly QuotaRequest[], job?: PreparedJob): Promise<QuotaRoom[]> {
    const names = requests.flatMap(({ userId, month }) => [keys.usage(userId, month), keys.usageComplete(month)]);
    const limits = requests.flatMap(({ wanted, limit }) => [wanted, limit]);
    const scriptKeys = [...names, ...(job?.keys ?? [])];
    const values = [requests.length, countsKeptSeconds, ...limits, ...(job?.values ?? [])];
    const callByHash = () => redis.evalsha(admitHash, scriptKeys.length, ...scriptKeys, ...values);
    const callByText = () => redis.eval(admitScript, scriptKeys.length, ...scriptKeys, ...values);
    const run = (call: () => Promise<unknown>) => (job ? queue(call, job) : call());
    const room = await run(callByHash).catch((error: unknown) => {
      if (error instanceof Error && error.message.startsWith('NOSCRIPT')) return run(callByText);
      throw error;
    });
    return (room as number[]).map((fits) => (fits === -1 ? null : fits));
  }

  /**
   * One transaction, of which a worker sees nothing before its end. The payload is a command of its own, because a script
   * costs for each byte that is handed to it: Lua hashes every text that it meets. Its commands leave one by one in the
   * same moment; a pipeline of the client copies the payload, and is as dear to make as the rest of a batch.
   */
  async function queue(call: () => Promise<unknown>, job: PreparedJob): Promise<unknown> {
    const sent = [
      redis.multi({ pipeline: false }),
      call(),
      redis.sendCommand(new SetBytes(job.key, 'data', job.data)),
      redis.eval(dropUnqueuedScript, 1, job.key),
    ];
    const [answers] = await Promise.all([redis.exec(), ...sent]);
    const [error, room] = answers?.[0] ?? [];
    if (error) throw error;
    return room;
  }

  return {
    look: (requests) => judge(requests),
    admit: async (requests, id, batch) => {
      const job = await producer.prepare('store-submissions', id, batch);
      const room = await judge(requests, job);
      // Redis has answered, so it has every byte; after a rejection the line may still hold some.
      giveBack(job.data);
      return room;
    },
  };
}
