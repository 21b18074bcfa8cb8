import type { Mail } from '@inlet/contracts/mail';
import type { MailOutcome } from '@inlet/contracts/mail-check';
import type { RedisConnection } from '@inlet/redis/connections';
import type { RedisKeys } from '@inlet/redis/keys';
import { oneLine } from '#mail/mail-headers.ts';

/** A bounce that comes later than an hour is seen in the suppressions alone. */
const keptSeconds = 3_600;
const answerMaxLength = 300;

/** Notes what became of a test mail, for the person who waits for it. */
export function noteOutcome({ redis, keys }: { readonly redis: RedisConnection; readonly keys: RedisKeys }) {
  return async (
    { isTest }: Pick<Mail, 'isTest'>,
    id: string,
    state: MailOutcome['state'],
    answer: string | null,
  ): Promise<void> => {
    if (!isTest) return;
    const said = answer === null ? null : oneLine(answer).slice(0, answerMaxLength);
    const outcome: MailOutcome = { state, answer: said, at: new Date().toISOString() };
    await redis.set(keys.mailOutcome(id), JSON.stringify(outcome), 'EX', keptSeconds);
  };
}
