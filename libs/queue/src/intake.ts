import { createHash } from 'node:crypto';
import type { RedisConnection } from '@inlet/redis/connections';
import type { RedisKeys } from '@inlet/redis/keys';
import { countsKeptSeconds, type QuotaRequest, type QuotaRoom } from '@inlet/redis/quota';
import { SetBytes } from '@inlet/redis/set-bytes';
import type { SubmissionBatch } from '@inlet/submissions/batch';
import { releaseBuffer } from '@inlet/submissions/write-batch';
import { addJobLua } from '#bullmq/add-job-script.ts';
import type { PreparedJob } from '#bullmq/serialized-job.ts';
import type { Producer } from '#producer.ts';

/** An idempotency key of a form, and the digest of the payload that it stands for. */
export interface KeyClaim {
  /** Names the form and the key. */
  readonly name: string;
  readonly digest: string;
}

/** Redis's answer to a batch. The batch is queued if everything fits and no key is reused. */
export interface Admission {
  /** How many submissions of each request fit. */
  readonly room: readonly QuotaRoom[];
  /** Positions of the claims whose key stands for another payload already. */
  readonly reused: readonly number[];
}

export interface Intake {
  /** Answers what fits at this moment; nothing is counted. */
  readonly look: (requests: readonly QuotaRequest[]) => Promise<readonly QuotaRoom[]>;
  /**
   * Queues a batch, counts it and stores its idempotency keys, atomically. If a request does not fit or a key
   * is reused, nothing changes. After a rejection the outcome is unknown, but a batch is counted exactly if it
   * is queued.
   */
  readonly admit: (
    requests: readonly QuotaRequest[],
    claims: readonly KeyClaim[],
    id: string,
    batch: SubmissionBatch,
  ) => Promise<Admission>;
}

/** How long a key with another payload is refused; afterwards the payload is stored as a new submission. */
const claimSeconds = 86_400;

/**
 * KEYS: for each account its count, and the mark that says that counts which are absent are zero; the idempotency keys;
 * then those of BullMQ. ARGV: how many accounts and how many idempotency keys, the time to keep counts and keys, for each
 * account how many are wanted and its limit, for each key its digest; then BullMQ's. Without BullMQ's part there is
 * nothing to queue.
 */
const admitScript = `${addJobLua}
local last = 2 * tonumber(ARGV[1])
local lastClaim = last + tonumber(ARGV[2])
local room, reused, isAdmitted = {}, {}, #KEYS > lastClaim
for i = 1, last, 2 do
  local used = redis.call('GET', KEYS[i])
  if not used and redis.call('EXISTS', KEYS[i + 1]) == 1 then used = '0' end
  local count = tonumber(used or '')
  local wanted, limit = tonumber(ARGV[i + 4]), tonumber(ARGV[i + 5])
  local fits = count and math.max(0, math.min(wanted, limit - count)) or -1
  if fits < wanted then isAdmitted = false end
  room[#room + 1] = fits
end
local digests = {}
for i = last + 1, lastClaim do
  local digest = digests[KEYS[i]] or redis.call('GET', KEYS[i]) or ARGV[i + 4]
  digests[KEYS[i]] = digest
  if digest ~= ARGV[i + 4] then
    reused[#reused + 1] = i - last - 1
    isAdmitted = false
  end
end
if not isAdmitted then return {room, reused} end
addJob({unpack(KEYS, lastClaim + 1)}, {unpack(ARGV, lastClaim + 5)})
for i = 1, last, 2 do
  local wanted = tonumber(ARGV[i + 4])
  if redis.call('INCRBY', KEYS[i], wanted) == wanted then redis.call('EXPIRE', KEYS[i], ARGV[3]) end
end
for i = last + 1, lastClaim do redis.call('SET', KEYS[i], ARGV[i + 4], 'EX', ARGV[4], 'NX') end
return {room, reused}`;

const admitHash = createHash('sha1').update(admitScript).digest('hex');

/**
 * A job is whole with the payload that is put beside what BullMQ's script wrote. Where the script wrote nothing, because
 * not all of it fits or Redis has lost the script, the payload goes again.
 */
const dropUnqueuedScript = `if redis.call('HEXISTS', KEYS[1], 'name') == 0 then redis.call('DEL', KEYS[1]) end`;

/**
 * Adds batches to the submissions queue and enforces each owner's monthly quota. A batch that is queued is admitted only
 * when `confirm` says that what this connection has written is safe.
 */
export function openIntake(
  redis: RedisConnection,
  keys: RedisKeys,
  producer: Pick<Producer, 'prepare'>,
  confirm: () => Promise<void> = async () => undefined,
): Intake {
  async function judge(
    requests: readonly QuotaRequest[],
    claims: readonly KeyClaim[],
    job?: PreparedJob,
  ): Promise<Admission> {
    const names = requests.flatMap(({ userId, month }) => [keys.usage(userId, month), keys.usageComplete(month)]);
    const limits = requests.flatMap(({ wanted, limit }) => [wanted, limit]);
    const scriptKeys = [...names, ...claims.map(({ name }) => keys.idempotency(name)), ...(job?.keys ?? [])];
    const digests = claims.map(({ digest }) => digest);
    const head = [requests.length, claims.length, countsKeptSeconds, claimSeconds];
    const values = [...head, ...limits, ...digests, ...(job?.values ?? [])];
    const callByHash = () => redis.evalsha(admitHash, scriptKeys.length, ...scriptKeys, ...values);
    const callByText = () => redis.eval(admitScript, scriptKeys.length, ...scriptKeys, ...values);
    const run = (call: () => Promise<unknown>) => (job ? queue(call, job) : call());
    const answer = await run(callByHash).catch((error: unknown) => {
      if (error instanceof Error && error.message.startsWith('NOSCRIPT')) return run(callByText);
      throw error;
    });
    const [room, reused] = answer as [number[], number[]];
    return { room: room.map((fits) => (fits === -1 ? null : fits)), reused };
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
    const [error, admission] = answers?.[0] ?? [];
    if (error) throw error;
    return admission;
  }

  return {
    look: async (requests) => (await judge(requests, [])).room,
    admit: async (requests, claims, id, batch) => {
      const job = await producer.prepare('store-submissions', id, batch);
      const admission = await judge(requests, claims, job);
      // Redis has answered, so it has every byte; after a rejection the socket may still hold some.
      releaseBuffer(job.data);
      await confirm();
      return admission;
    },
  };
}
