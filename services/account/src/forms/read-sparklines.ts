import { sparklineDays } from '@inlet/contracts/forms';
import type { PrismaClient } from '@inlet/db/client';
import { toCount } from '@inlet/db/counts';
import { countDays } from '#forms/forms.store.ts';

const dayMs = 86_400_000;

/** The submissions of forms for each of the last days in UTC, oldest first. */
export async function readSparklines(
  prisma: PrismaClient,
  formIds: readonly string[],
  nowMs = Date.now(),
): Promise<Map<string, number[]>> {
  const firstMs = (Math.floor(nowMs / dayMs) - sparklineDays + 1) * dayMs;
  const counters = await countDays(prisma, formIds, new Date(firstMs));
  return new Map(
    formIds.map((formId) => {
      const days = Array<number>(sparklineDays).fill(0);
      for (const { day, submissionCount } of counters.get(formId) ?? []) {
        const index = (day.getTime() - firstMs) / dayMs;
        // A clock that is ahead counts towards tomorrow.
        if (index < sparklineDays) days[index] = toCount(submissionCount);
      }
      return [formId, days];
    }),
  );
}
