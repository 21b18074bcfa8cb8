import type { Mail } from '@inlet/contracts/mail';
import type { Prisma } from '@inlet/db/client';
import { v7 as uuidv7 } from 'uuid';
import { insertPending } from '#mail/pending-mails.store.ts';

/**
 * Keeps a mail in the transaction that it tells of. Where that is committed the mail goes out, however long the queue
 * is away; where it is not, nobody is told of what did not happen.
 */
export function keepMail(tx: Prisma.TransactionClient, mail: Mail, id = uuidv7()): Promise<void> {
  return insertPending(tx, { id, ...mail });
}
