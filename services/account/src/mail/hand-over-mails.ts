import { findPending, forgetPending } from '#mail/pending-mails.store.ts';
import { sendMail } from '#mail/send-mail.ts';
import type { Resources } from '#resources.ts';

const mailsAtOnce = 50;

/**
 * Hands every kept mail to the worker. Two processes may hand over the same one: it has one id in the queue, so it is
 * sent once.
 */
export async function handOverMails(
  deps: Pick<Resources, 'database' | 'producer'>,
  signal?: AbortSignal,
): Promise<void> {
  const { prisma } = deps.database;
  for (;;) {
    const pending = await findPending(prisma, mailsAtOnce);
    for (const { id, ...mail } of pending) {
      // What is left is kept, and handed over by another process or the next start.
      if (signal?.aborted) return;
      await sendMail(deps, mail, id);
      await forgetPending(prisma, id);
    }
    if (pending.length < mailsAtOnce) return;
  }
}
