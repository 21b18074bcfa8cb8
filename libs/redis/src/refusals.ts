import { type Refusal, type RefusalReport, refusalSchema } from '@inlet/contracts/refusals';
import type { RedisConnection } from '#connections.ts';
import type { RedisKeys } from '#keys.ts';

/** Refusals of one form since the last write. */
export interface RefusalNotes {
  readonly formId: string;
  readonly counts: Readonly<Record<string, number>>;
  /** The latest ones, oldest first; under an attack far fewer than were counted. */
  readonly latest: readonly Refusal[];
}

const keepDays = 7;
const daySeconds = 86_400;
/** The latest refusals that a form keeps. */
const latestKept = 500;

/** Stores refusals in one round trip. */
export async function writeRefusals(
  redis: RedisConnection,
  keys: RedisKeys,
  notes: readonly RefusalNotes[],
): Promise<void> {
  const commands = redis.pipeline();
  const day = dayOf(Date.now());
  for (const { formId, counts, latest } of notes) {
    const countsKey = keys.refusalCounts(formId, day);
    for (const [reason, count] of Object.entries(counts)) commands.hincrby(countsKey, reason, count);
    commands.expire(countsKey, (keepDays + 1) * daySeconds);
    if (latest.length === 0) continue;
    const listKey = keys.refusals(formId);
    commands.lpush(listKey, ...latest.map((refusal) => JSON.stringify(refusal)));
    commands.ltrim(listKey, 0, latestKept - 1);
    commands.expire(listKey, keepDays * daySeconds);
  }
  await commands.exec();
}

/** The refusals of a form in the last seven days, newest first. */
export async function readRefusals(redis: RedisConnection, keys: RedisKeys, formId: string): Promise<RefusalReport> {
  const nowMs = Date.now();
  const days = Array.from({ length: keepDays }, (_, back) => dayOf(nowMs - back * daySeconds * 1_000));
  const [lines, ...hashes] = await Promise.all([
    redis.lrange(keys.refusals(formId), 0, -1),
    ...days.map((day) => redis.hgetall(keys.refusalCounts(formId, day))),
  ]);
  const since = new Date(nowMs - keepDays * daySeconds * 1_000).toISOString();
  return {
    counts: sum(hashes),
    latest: lines.map((line) => refusalSchema.parse(JSON.parse(line))).filter(({ at }) => at >= since),
  };
}

function sum(hashes: readonly Readonly<Record<string, string>>[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const hash of hashes) {
    for (const [reason, count] of Object.entries(hash)) counts[reason] = (counts[reason] ?? 0) + Number(count);
  }
  return counts;
}

function dayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}
