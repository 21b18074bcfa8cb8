import { randomUUID } from 'node:crypto';
import { monthlyLimitReasons, type Refusal, type RefusalReport, refusalSchema } from '@inlet/contracts/refusals';
import { refusalDaysMax } from '@inlet/contracts/retention';
import type { RedisConnection } from '#connections.ts';
import type { RedisKeys } from '#keys.ts';

/** Refusals of one form since the last write. */
export interface RefusalNotes {
  readonly formId: string;
  readonly counts: Readonly<Record<string, number>>;
  /** The latest refusals, oldest first; under an attack, far fewer than were counted. */
  readonly latest: readonly Refusal[];
}

const daySeconds = 86_400;
/** The number of latest refusals kept for each form. */
const latestKept = 500;

/** The same time as a month's counters: until the month is over and has been read for the last time. */
const beganSeconds = 40 * daySeconds;

/** A write is retried within seconds, and Redis executes a delayed one within the same seconds. */
const receiptSeconds = 600;

/**
 * KEYS: the receipt, the day's forms, then the counts, latest and first refusals of each form. ARGV: expiry times,
 * notes.
 */
const writeScript = `
if not redis.call('SET', KEYS[1], '1', 'NX', 'EX', ARGV[1]) then return 0 end
for i, note in ipairs(cjson.decode(ARGV[6])) do
  local counts, latest, began = KEYS[3 * i], KEYS[3 * i + 1], KEYS[3 * i + 2]
  redis.call('SADD', KEYS[2], note.formId)
  for reason, count in pairs(note.counts) do redis.call('HINCRBY', counts, reason, count) end
  redis.call('EXPIRE', counts, ARGV[2])
  for reason, at in pairs(note.began) do
    if redis.call('HSETNX', began, reason, at) == 1 then redis.call('EXPIRE', began, ARGV[5]) end
  end
  if #note.latest > 0 then
    redis.call('LPUSH', latest, unpack(note.latest))
    redis.call('LTRIM', latest, 0, ARGV[4] - 1)
    redis.call('EXPIRE', latest, ARGV[3])
  end
end
redis.call('EXPIRE', KEYS[2], ARGV[2])
return 1`;

/** Stores refusals, all or none, and only once for repeated calls with the same id. */
export async function writeRefusals(
  redis: RedisConnection,
  keys: RedisKeys,
  notes: readonly RefusalNotes[],
  id: string = randomUUID(),
): Promise<void> {
  const day = dayOf(Date.now());
  const ofForms = notes.flatMap(({ formId }) => [
    keys.refusalCounts(formId, day),
    keys.refusals(formId),
    keys.refusalsBegan(formId, monthOf(day)),
  ]);
  const names = [keys.receipt(id), keys.refusingForms(day), ...ofForms];
  const lines = notes.map((note) => ({
    ...note,
    latest: note.latest.map((refusal) => JSON.stringify(refusal)),
    began: beginningsOf(note),
  }));
  const times = [receiptSeconds, (refusalDaysMax + 1) * daySeconds, refusalDaysMax * daySeconds];
  await redis.eval(writeScript, names.length, ...names, ...times, latestKept, beganSeconds, JSON.stringify(lines));
}

/**
 * The first refusal for each limit of the month. Under an attack it may not be among the latest; then the time is now.
 */
function beginningsOf({ counts, latest }: RefusalNotes): Record<string, string> {
  const now = new Date().toISOString();
  const reasons = monthlyLimitReasons.filter((reason) => counts[reason] !== undefined);
  return Object.fromEntries(reasons.map((reason) => [reason, latest.find((one) => one.reason === reason)?.at ?? now]));
}

/** Reads the refusals of a form in the last seven days, newest first. */
export async function readRefusals(redis: RedisConnection, keys: RedisKeys, formId: string): Promise<RefusalReport> {
  const nowMs = Date.now();
  const [lines, [counted]] = await Promise.all([
    redis.lrange(keys.refusals(formId), 0, -1),
    countsOf(redis, keys, [formId], refusalDays(nowMs)),
  ]);
  const since = new Date(nowMs - refusalDaysMax * daySeconds * 1_000).toISOString();
  return {
    counts: counted?.counts ?? {},
    latest: lines.map((line) => refusalSchema.parse(JSON.parse(line))).filter(({ at }) => at >= since),
  };
}

/** Reads the counts of a day by form and reason, in pages. */
export async function* readRefusalCounts(redis: RedisConnection, keys: RedisKeys, day: string) {
  for await (const formIds of redis.sscanStream(keys.refusingForms(day), { count: 500 })) {
    yield await countsOf(redis, keys, formIds as string[], [day]);
  }
}

/** Counts refusals for a reason in the last seven days by form id. */
export async function countRefused(
  redis: RedisConnection,
  keys: RedisKeys,
  formIds: readonly string[],
  reason: string,
) {
  const counted = await countsOf(redis, keys, formIds, refusalDays(Date.now()));
  return new Map(counted.map(({ formId, counts }) => [formId, counts[reason] ?? 0]));
}

export interface LimitRefusals {
  readonly formId: string;
  /** Refusals of today and yesterday within the month: earlier days are in the database. */
  readonly days: ReadonlyMap<string, number>;
  /** The time of the month's first refusal; null if Redis does not know it. */
  readonly began: string | null;
}

/** Reads the refusals by the current month's limits. */
export async function readLimitRefusals(
  redis: RedisConnection,
  keys: RedisKeys,
  formIds: readonly string[],
): Promise<LimitRefusals[]> {
  const recent = refusalDays(Date.now()).slice(0, 2);
  const month = monthOf(recent[0] ?? '');
  const days = recent.filter((day) => monthOf(day) === month);
  return Promise.all(
    formIds.map(async (formId) => {
      const [began, ...counts] = await Promise.all([
        redis.hmget(keys.refusalsBegan(formId, month), ...monthlyLimitReasons),
        ...days.map((day) => redis.hmget(keys.refusalCounts(formId, day), ...monthlyLimitReasons)),
      ]);
      return {
        formId,
        days: new Map(days.map((day, index) => [day, sumOf(counts[index])])),
        began: began.filter((at) => at !== null).toSorted()[0] ?? null,
      };
    }),
  );
}

const sumOf = (counts: readonly (string | null)[] = []) => counts.reduce((sum, count) => sum + Number(count), 0);

async function countsOf(redis: RedisConnection, keys: RedisKeys, formIds: readonly string[], days: readonly string[]) {
  return Promise.all(
    formIds.map(async (formId) => {
      const hashes = await Promise.all(days.map((day) => redis.hgetall(keys.refusalCounts(formId, day))));
      return { formId, counts: sum(hashes) };
    }),
  );
}

function sum(hashes: readonly Readonly<Record<string, string>>[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const hash of hashes) {
    for (const [reason, count] of Object.entries(hash)) counts[reason] = (counts[reason] ?? 0) + Number(count);
  }
  return counts;
}

/** The days that Redis keeps, starting with today. */
export function refusalDays(nowMs: number): string[] {
  return Array.from({ length: refusalDaysMax }, (_, back) => dayOf(nowMs - back * daySeconds * 1_000));
}

const monthOf = (day: string) => day.slice(0, 7);

function dayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}
