import { type Mail, mailSchema } from '@inlet/contracts/mail';
import type { RedisConnection } from '@inlet/redis/connections';
import type { TestAccount } from '#account.test-setup.ts';

/** The mails to an address that wait for the worker, oldest first, once all background work is done. */
export async function mailsTo(account: TestAccount, email: string): Promise<Mail[]> {
  await account.deps.background.idle();
  return readMails(account.deps.redis, account, email);
}

/** The same on a connection that outlives the account service. */
export async function readMails(redis: RedisConnection, { keys }: TestAccount, email: string): Promise<Mail[]> {
  const queue = `${keys.queues}:mail`;
  const ids = await redis.lrange(`${queue}:wait`, 0, -1);
  const payloads = await Promise.all(ids.toReversed().map((id) => redis.hget(`${queue}:${id}`, 'data')));
  const mails = payloads.map((payload) => mailSchema.parse(JSON.parse(payload ?? 'null')));
  return mails.filter(({ to }) => to === email);
}

/** The newest mail to an address; fails if there is none. */
export async function newestMail(account: TestAccount, email: string): Promise<Mail> {
  const mail = (await mailsTo(account, email)).at(-1);
  if (!mail) throw new Error('No mail was sent');
  return mail;
}

/** The token in the link of a mail. */
export function tokenIn(mail: Mail): string {
  return new URL(/^https?:\S+$/m.exec(mail.text)?.[0] ?? '').searchParams.get('token') ?? '';
}
