import { findPending, forgetPending } from '#mail/pending-mails.store.ts';
import { sendMail } from '#mail/send-mail.ts';
import type { Resources } from '#resources.ts';

const mailsAtOnce = 50;

/**
 * Queues every kept mail for the worker. Two processes may queue the same one: it has one id in the queue, so it is
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
      // Remaining mails are kept, and queued by another process or at the next start.
      if (signal?.aborted) return;
      await sendMail(deps, mail, id);
      await forgetPending(prisma, id);
    }
    if (pending.length < mailsAtOnce) return;
  }
}
