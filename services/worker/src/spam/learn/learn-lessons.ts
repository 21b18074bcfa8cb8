import { transaction } from '@inlet/db/transaction';
import type { WorkRound } from '@inlet/process/background-work';
import { textsOf } from '@inlet/spam/texts-of';
import { tokensOf } from '@inlet/spam/tokens';
import type { Pool } from 'pg';
import {
  findLessons,
  finishLessons,
  type Growth,
  growModel,
  growTokens,
  type Lesson,
  takeStudent,
} from '#spam/learn/lessons.store.ts';

/** Some 100 tokens each: a statement of some 50 ms. */
export const lessonsAtOnce = 50;

/** Learns from owners' marks. Several workers share the work. */
export async function learnLessons({ pool }: { readonly pool: Pool }, { repeat }: WorkRound): Promise<void> {
  await repeat(async () => (await learnSome(pool)) > 0);
}

/**
 * Teaches an account's filter some of what its owner marked, and returns how many marks that were; 0 if none waits, or
 * other workers are at them. All of it is one transaction, so that a mark counts once however often this is broken off.
 */
export async function learnSome(pool: Pool, limit = lessonsAtOnce): Promise<number> {
  return transaction(pool, async (client) => {
    const userId = await takeStudent(client);
    if (userId === null) return 0;
    const lessons = await findLessons(client, userId, limit);
    if (lessons.length === 0) return 0;
    const total: Growth = { spam: 0, good: 0 };
    const byToken = new Map<number, Growth>();
    for (const lesson of lessons) grow(lesson, total, byToken);
    await growTokens(client, userId, byToken);
    await growModel(client, userId, total);
    await finishLessons(client, lessons);
    return lessons.length;
  });
}

function grow({ data, isSpam, learnedSpam }: Lesson, total: Growth, byToken: Map<number, Growth>): void {
  if (data === null || isSpam === learnedSpam) return;
  const change: Growth = { spam: isSpam ? 1 : 0, good: isSpam ? 0 : 1 };
  // The previous lesson was the opposite.
  if (learnedSpam !== null) change[isSpam ? 'good' : 'spam'] = -1;
  add(total, change);
  for (const token of tokensOf(textsOf(data))) {
    const growth = byToken.get(token) ?? { spam: 0, good: 0 };
    byToken.set(token, growth);
    add(growth, change);
  }
}

function add(growth: Growth, { spam, good }: Growth): void {
  growth.spam += spam;
  growth.good += good;
}
