import { checksOfFormPerHour, type StartCheck } from '@inlet/contracts/form-check';
import type { Form } from '@inlet/db/client';
import { v7 as uuidv7 } from 'uuid';
import { checkLimitReached, checkRunning } from '#errors.ts';
import { hasOpenCheck, insertCheck } from '#forms/checks/checks.store.ts';
import type { Resources } from '#resources.ts';

/** Starts a check-up of a page. The worker, which alone connects outwards, does it. */
export async function startCheck(
  { database, producer, logger }: Pick<Resources, 'database' | 'producer' | 'logger'>,
  { id: formId }: Pick<Form, 'id'>,
  { url }: StartCheck,
): Promise<{ readonly id: string }> {
  const id = uuidv7();
  if (!(await insertCheck(database.pool, { id, formId, url }, checksOfFormPerHour)))
    throw (await hasOpenCheck(database.prisma, formId)) ? checkRunning() : checkLimitReached(checksOfFormPerHour);
  // The worker also looks for check-ups that are not in the queue.
  await producer
    .add('check-form', id, { checkId: id })
    .catch((err: unknown) => logger.warn({ err, formId }, 'form check: queue refused'));
  return { id };
}
