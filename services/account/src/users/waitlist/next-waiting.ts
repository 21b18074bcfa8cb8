import { emailSchema } from '@inlet/contracts/sessions';
import type { Resources } from '#resources.ts';
import { findNextWaiting, findWaitlistForm, type Waiting } from '#users/waitlist/waitlist.store.ts';

const pageSize = 1_000;

/** The addresses of the waitlist that can be invited, the longest waiting first. */
export async function* nextWaiting({ database }: Pick<Resources, 'database'>): AsyncGenerator<string> {
  const form = await findWaitlistForm(database.prisma);
  if (!form) return;
  let last: Waiting | null = null;
  for (;;) {
    const page = await findNextWaiting(database.pool, form.id, last, pageSize);
    // An invalid address would stay at the head of the list forever, so it is skipped.
    for (const { email } of page) {
      const { data } = emailSchema.safeParse(email);
      if (data !== undefined) yield data;
    }
    if (page.length < pageSize) return;
    last = page.at(-1) ?? null;
  }
}
