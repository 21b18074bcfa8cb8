import { randomUUID } from 'node:crypto';
import type { FormAlert } from '@inlet/contracts/webhook-events';
import type { Prisma } from '@inlet/db/client';
import { runIn } from '@inlet/db/run-sql';
import { queueAlertSql } from '@inlet/submissions/alert-sql';

/**
 * Sends an alert to the target that the form's notifications name, beside the mail and in its transaction. It is a
 * delivery like any other: signed, tried again, and in the log.
 */
export async function tellTarget(tx: Prisma.TransactionClient, formId: string, alert: FormAlert): Promise<void> {
  await runIn(tx)(queueAlertSql, [formId, JSON.stringify(alert), randomUUID()]);
}
