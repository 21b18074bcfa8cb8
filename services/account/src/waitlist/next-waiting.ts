import { emailSchema } from '@inlet/contracts/sessions';
import type { AccountDeps } from '#deps.ts';
import { findNextWaiting, findWaitlistForm } from '#waitlist/waitlist.store.ts';

const pageSize = 1_000;

/** The next addresses of the waitlist that can be invited, the longest waiting first. */
export async function nextWaiting({ database }: Pick<AccountDeps, 'database'>, count: number): Promise<string[]> {
  const form = await findWaitlistForm(database.prisma);
  if (!form) return [];
  const found: string[] = [];
  // What is no address would stand at the head of the line for ever, so it is passed over and the line goes on.
  for (let offset = 0; found.length < count; offset += pageSize) {
    const page = await findNextWaiting(database.pool, form.id, pageSize, offset);
    found.push(...page.filter((email) => emailSchema.safeParse(email).success));
    if (page.length < pageSize) break;
  }
  return found.slice(0, count);
}
