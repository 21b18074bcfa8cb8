import { createHash } from 'node:crypto';
import type { AccountMonth, Amounts, FormNumber } from '@inlet/contracts/quotas';
import type { RedisConnection } from '@inlet/redis/connections';
import { counterKey, counterLua, timesOf } from '@inlet/redis/counter-lua';
import type { RedisKeys } from '@inlet/redis/keys';
import type { RedisWatch } from '@inlet/redis/redis-watch';
import type { SubmissionBatch } from '@inlet/submissions/batch';
import type { KeyClaim } from '@inlet/submissions/key-claim';
import { addJobLua } from '#bullmq/add-job-script.ts';
import type { PreparedJob } from '#bullmq/preparing-queue.ts';
import type { Producer } from '#producer.ts';

interface Request {
  readonly wanted: Amounts;
  readonly limits: Amounts;
}

/** An account's month: the amount that a batch requests, and the limit of its plan. */
export interface QuotaRequest extends AccountMonth, Request {}

/** The same of a form with a number. */
export interface FormRequest extends FormNumber, Request {}

/** The remaining capacity of a month or a form for a batch. */
export interface QuotaCapacity {
  /** The part of the request that fits. */
  readonly fits: Amounts;
  /** False if Redis does not have the counter: then nothing fits, but nothing can be refused either. */
  readonly isCounted: boolean;
}

/** A batch of submissions, and the conditions for queuing it. */
export interface IntakeBatch {
  /** The id of the job. */
  readonly id: string;
  readonly requests: readonly QuotaRequest[];
  /** The forms with a number. In a batch with such forms, a repeat of a queued submission is not counted again. */
  readonly forms?: readonly FormRequest[];
  readonly claims: readonly KeyClaim[];
  readonly batch: SubmissionBatch;
}

/** The result for a batch. */
export interface Admission {
  /** True if everything fits and no key is reused; otherwise nothing has changed. */
  readonly isQueued: boolean;
  /** The capacity for each request, in the same order. */
  readonly capacities: readonly QuotaCapacity[];
  /** The capacity for each form with a number. */
  readonly forms?: readonly QuotaCapacity[];
  /** Positions of claims whose key already belongs to another payload. */
  readonly reused: readonly number[];
  /** Positions of claims whose submission is queued already, if the batch has forms with a number. */
  readonly repeated?: readonly number[];
  /** True if another path may still store the batch, so that no visitor may be told that it was refused. */
  readonly mayBeStored?: boolean;
}

/**
 * The longest wait for a reply. A hung Redis executes its pending commands when it resumes, which is too late by then.
 */
const usefulMs = 2_000;

type Watch = Pick<RedisWatch, 'check' | 'confirm' | 'timeIn'>;
/** Without a watch, every command is in time, and no replica is waited for. */
const unwatched: Watch = { check: async () => undefined, confirm: async () => undefined, timeIn: () => undefined };

/**
 * A payload of at most this many characters is an argument of the script, which shortens the wait of a single visitor.
 * A larger one takes longer this way than in a transaction, because Lua hashes every byte of its arguments.
 */
const argumentMax = 8_000;

/** How long a key with another payload is refused; afterwards, the payload is stored as a new submission. */
const claimSeconds = 86_400;

/** Values of each account or form in the script's arguments. */
const accountValues = 6;

/**
 * KEYS: the mark of the counters, the counter of each account and of each form with a number, the idempotency keys,
 * then BullMQ's keys. ARGV: the number of accounts and forms and of idempotency keys, the time to keep these, the time
 * of Redis after which nothing is done (0 for none), and 1 if a repeat is not queued; for each account or form the
 * requested submissions and bytes, the limits, when the month started and when its counter expires; for each key its
 * digest; then BullMQ's arguments.
 */
const admitScript = `${addJobLua}
${counterLua}
if tonumber(ARGV[4]) > 0 then
  local now = redis.call('TIME')
  if now[1] * 1000 + now[2] / 1000 > tonumber(ARGV[4]) then return redis.error_reply('LATE nobody waits for it') end
end
local accounts = tonumber(ARGV[1])
local lastClaim = 1 + accounts + tonumber(ARGV[2])
local digestAt = 5 + ${accountValues} * accounts - accounts - 1
local rooms, reused, repeated, isAdmitted = {}, {}, {}, true
for i = 1, accounts do
  local at = 5 + ${accountValues} * (i - 1)
  local submissions, bytes = tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2])
  local usedSubmissions, usedBytes = readCounter(KEYS[1 + i], KEYS[1], ARGV[at + 5])
  if usedSubmissions then
    local fitting = math.max(0, math.min(submissions, ARGV[at + 3] - usedSubmissions))
    local fittingBytes = math.max(0, math.min(bytes, ARGV[at + 4] - usedBytes))
    rooms[i] = {fitting, fittingBytes, 1}
    if fitting < submissions or fittingBytes < bytes then isAdmitted = false end
  else
    rooms[i] = {0, 0, 0}
    isAdmitted = false
  end
end
local digests = {}
for i = accounts + 2, lastClaim do
  local known = digests[KEYS[i]] or redis.call('GET', KEYS[i])
  local digest = known or ARGV[digestAt + i]
  digests[KEYS[i]] = digest
  if digest ~= ARGV[digestAt + i] then
    reused[#reused + 1] = i - accounts - 2
    isAdmitted = false
  elseif known and ARGV[5] == '1' then
    repeated[#repeated + 1] = i - accounts - 2
    isAdmitted = false
  end
end
if not isAdmitted then return {0, rooms, reused, repeated} end
addJob({unpack(KEYS, lastClaim + 1)}, {unpack(ARGV, digestAt + lastClaim + 1)})
for i = 1, accounts do
  local at = 5 + ${accountValues} * (i - 1)
  raiseCounter(KEYS[1 + i], ARGV[at + 1], ARGV[at + 2], ARGV[at + 6])
end
for i = accounts + 2, lastClaim do redis.call('SET', KEYS[i], ARGV[digestAt + i], 'EX', ARGV[3], 'NX') end
return {1, rooms, reused, repeated}`;

const admitHash = createHash('sha1').update(admitScript).digest('hex');

/**
 * The payload completes the job that BullMQ's script wrote. If the script wrote nothing, because not everything fits or
 * Redis has lost the script, the payload is removed again.
 */
const dropUnqueuedScript = `if redis.call('HEXISTS', KEYS[1], 'name') == 0 then redis.call('DEL', KEYS[1]) end`;

/** Adds batches to the submissions queue and counts them towards their owners' months and the numbers of forms. */
export class Intake {
  readonly #redis: RedisConnection;
  readonly #keys: RedisKeys;
  readonly #producer: Pick<Producer, 'prepare'>;
  readonly #watch: Watch;

  constructor(redis: RedisConnection, keys: RedisKeys, producer: Pick<Producer, 'prepare'>, watch: Watch = unwatched) {
    this.#redis = redis;
    this.#keys = keys;
    this.#producer = producer;
    this.#watch = watch;
  }

  /**
   * Queues a batch, counts it and stores its idempotency keys atomically, and returns when everything that this
   * connection has written is safe. After a rejection the outcome is unknown, but a batch is counted exactly if it is
   * queued.
   */
  async admit({ id, batch, ...wanted }: IntakeBatch): Promise<Admission> {
    // On a new connection the clock is unknown, and without a deadline Redis could queue the batch at any later time.
    if (this.#watch.timeIn(usefulMs) === undefined) await this.#watch.check();
    const job = await this.#producer.prepare('store-submissions', id, batch);
    const admission = await this.#judge(wanted, job);
    await this.#watch.confirm();
    return admission;
  }

  async #judge(
    { requests, forms = [], claims }: Pick<IntakeBatch, 'requests' | 'forms' | 'claims'>,
    job: PreparedJob,
  ): Promise<Admission> {
    const counted = [...requests, ...forms];
    const keys = [
      this.#keys.countersSince,
      ...counted.map((name) => counterKey(this.#keys, name)),
      ...claims.map(({ name }) => this.#keys.idempotency(name)),
      ...job.keys,
    ];
    const isBeside = job.data.length > argumentMax;
    const values = [
      ...[counted.length, claims.length, claimSeconds, this.#watch.timeIn(usefulMs) ?? 0, forms.length > 0 ? 1 : 0],
      ...counted.flatMap(valuesOf),
      ...claims.map(({ digest }) => digest),
      ...job.values(isBeside ? '' : job.data),
    ];
    const callByHash = () => this.#redis.evalsha(admitHash, keys.length, ...keys, ...values);
    const callByText = () => this.#redis.eval(admitScript, keys.length, ...keys, ...values);
    const run = (call: () => Promise<unknown>) => (isBeside ? this.#queueBeside(call, job) : call());
    const answer = await run(callByHash).catch((error: unknown) => {
      if (error instanceof Error && error.message.startsWith('NOSCRIPT')) return run(callByText);
      throw error;
    });
    const [isQueued, rooms, reused, repeated] = answer as [number, [number, number, number][], number[], number[]];
    const capacities = rooms.map(toCapacity);
    return {
      isQueued: isQueued === 1,
      capacities: capacities.slice(0, requests.length),
      reused,
      ...(forms.length > 0 && { forms: capacities.slice(requests.length), repeated }),
    };
  }

  /** One transaction with the payload as a separate command; a worker sees nothing before its end. */
  async #queueBeside(call: () => Promise<unknown>, job: PreparedJob): Promise<unknown> {
    const sent = [
      this.#redis.multi({ pipeline: false }),
      call(),
      this.#redis.hset(job.key, 'data', job.data),
      this.#redis.eval(dropUnqueuedScript, 1, job.key),
    ];
    const [answers] = await Promise.all([this.#redis.exec(), ...sent]);
    const [error, admission] = answers?.[0] ?? [];
    if (error) throw error;
    return admission;
  }
}

function valuesOf({ wanted, limits, ...name }: QuotaRequest | FormRequest): number[] {
  const { beganAt, expiresAt } = timesOf(name);
  return [wanted.submissions, wanted.bytes, limits.submissions, limits.bytes, beganAt, expiresAt];
}

function toCapacity([submissions, bytes, isCounted]: readonly [number, number, number]): QuotaCapacity {
  return { fits: { submissions, bytes }, isCounted: isCounted === 1 };
}
