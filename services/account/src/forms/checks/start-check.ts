import { checksOfFormPerHour, type StartCheck } from '@inlet/contracts/form-check';
import type { Form } from '@inlet/db/client';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#access/audit/record-audit.ts';
import { lockAccount } from '#access/lock-account.ts';
import { checkLimitReached, checkRunning } from '#errors.ts';
import { hasOpenCheck, insertCheck } from '#forms/checks/checks.store.ts';
import type { Resources } from '#resources.ts';

/** Starts a check-up of a page. The worker, which alone connects outwards, does it. */
export async function startCheck(
  { database, producer, logger }: Pick<Resources, 'database' | 'producer' | 'logger'>,
  actor: Actor,
  { id: formId, userId, name }: Pick<Form, 'id' | 'userId' | 'name'>,
  { url }: StartCheck,
): Promise<{ readonly id: string }> {
  const id = uuidv7();
  const isStarted = await database.prisma.$transaction(async (tx) => {
    await lockAccount(tx, userId);
    if (!(await insertCheck(tx, { id, formId, url }, checksOfFormPerHour))) return false;
    await recordAudit(tx, actor, 'form.checked', { formId, name, url });
    return true;
  });
  if (!isStarted)
    throw (await hasOpenCheck(database.prisma, formId)) ? checkRunning() : checkLimitReached(checksOfFormPerHour);
  // The worker also looks for check-ups that are not in the queue.
  await producer
    .add('check-form', id, { checkId: id })
    .catch((err: unknown) => logger.warn({ err, formId }, 'form check: queue refused'));
  return { id };
}
