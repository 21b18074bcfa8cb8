import type { Mail } from '@inlet/contracts/mail';
import { mailJob } from '@inlet/queue/jobs';
import { v7 as uuidv7 } from 'uuid';
import type { Resources } from '#resources.ts';

/** Queues a mail for the worker. With a given id, the same mail is sent once however often it is queued. */
export function sendMail({ producer }: Pick<Resources, 'producer'>, mail: Mail, id = uuidv7()): Promise<void> {
  return producer.add(mailJob(mail), id, mail);
}
