import type { Mail } from '@inlet/contracts/mail';
import type { Prisma } from '@inlet/db/client';
import { v7 as uuidv7 } from 'uuid';
import { insertPending } from '#mail/pending-mails.store.ts';

/**
 * Keeps a mail in the transaction of its event. If the transaction commits, the mail is sent, however long the queue is
 * away; otherwise it is not.
 */
export function keepMail(tx: Prisma.TransactionClient, mail: Mail, id = uuidv7()): Promise<void> {
  return insertPending(tx, { id, ...mail });
}
