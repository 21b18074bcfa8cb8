import { type Refusal, type RefusalReport, refusalSchema } from '@inlet/contracts/refusals';
import { refusalDaysMax } from '@inlet/contracts/retention';
import type { RedisConnection } from '#connections.ts';
import type { RedisKeys } from '#keys.ts';

/** Refusals of one form since the last write. */
export interface RefusalNotes {
  readonly formId: string;
  readonly counts: Readonly<Record<string, number>>;
  /** The latest ones, oldest first; under an attack far fewer than were counted. */
  readonly latest: readonly Refusal[];
}

const daySeconds = 86_400;
/** The latest refusals that a form keeps. */
const latestKept = 500;

/** Stores refusals in one round trip. */
export async function writeRefusals(
  redis: RedisConnection,
  keys: RedisKeys,
  notes: readonly RefusalNotes[],
): Promise<void> {
  if (notes.length === 0) return;
  const commands = redis.pipeline();
  const day = dayOf(Date.now());
  const formsKey = keys.refusingForms(day);
  commands.sadd(formsKey, ...notes.map(({ formId }) => formId));
  commands.expire(formsKey, (refusalDaysMax + 1) * daySeconds);
  for (const { formId, counts, latest } of notes) {
    const countsKey = keys.refusalCounts(formId, day);
    for (const [reason, count] of Object.entries(counts)) commands.hincrby(countsKey, reason, count);
    commands.expire(countsKey, (refusalDaysMax + 1) * daySeconds);
    if (latest.length === 0) continue;
    const listKey = keys.refusals(formId);
    commands.lpush(listKey, ...latest.map((refusal) => JSON.stringify(refusal)));
    commands.ltrim(listKey, 0, latestKept - 1);
    commands.expire(listKey, refusalDaysMax * daySeconds);
  }
  await commands.exec();
}

/** The refusals of a form in the last seven days, newest first. */
export async function readRefusals(redis: RedisConnection, keys: RedisKeys, formId: string): Promise<RefusalReport> {
  const nowMs = Date.now();
  const [lines, [counted]] = await Promise.all([
    redis.lrange(keys.refusals(formId), 0, -1),
    countsOf(redis, keys, [formId], lastDays(nowMs)),
  ]);
  const since = new Date(nowMs - refusalDaysMax * daySeconds * 1_000).toISOString();
  return {
    counts: counted?.counts ?? {},
    latest: lines.map((line) => refusalSchema.parse(JSON.parse(line))).filter(({ at }) => at >= since),
  };
}

/** The counts of a day by form and reason, some forms at a time. */
export async function* readRefusalCounts(redis: RedisConnection, keys: RedisKeys, day: string) {
  for await (const formIds of redis.sscanStream(keys.refusingForms(day), { count: 500 })) {
    yield await countsOf(redis, keys, formIds as string[], [day]);
  }
}

/** What forms refused for a reason in the last seven days, by the id of the form. */
export async function countRefused(
  redis: RedisConnection,
  keys: RedisKeys,
  formIds: readonly string[],
  reason: string,
) {
  const counted = await countsOf(redis, keys, formIds, lastDays(Date.now()));
  return new Map(counted.map(({ formId, counts }) => [formId, counts[reason] ?? 0]));
}

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

/** The days that Redis keeps, today first. */
export function lastDays(nowMs: number): string[] {
  return Array.from({ length: refusalDaysMax }, (_, back) => dayOf(nowMs - back * daySeconds * 1_000));
}

function dayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}
