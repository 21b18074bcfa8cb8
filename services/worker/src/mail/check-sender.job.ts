import type { KeptCheck } from '@inlet/contracts/mail-check';
import type { JobHandlers } from '@inlet/queue/consumers';
import { redisKeys } from '@inlet/redis/keys';
import { type CheckTools, checkSender } from '@inlet/sender-check/check-sender';
import { mailerOptions, type WorkerDeps } from '#deps.ts';

/** New records are seen within this time, and as often mail servers and the DNS are asked at most. */
const keptSeconds = 300;

/** Checks the sender, unless a result is still kept. */
export function checkSenderJob(
  { redis, config }: Pick<WorkerDeps, 'redis' | 'config'>,
  tools?: CheckTools,
): JobHandlers['check-sender'] {
  const key = redisKeys(config.REDIS_PREFIX).senderCheck;
  const { url: smtpUrl, ...settings } = mailerOptions(config);
  return async () => {
    if ((await redis.exists(key)) > 0) return;
    const { sender, checks } = await checkSender({ smtpUrl, ...settings }, tools);
    const kept: KeptCheck = { checkedAt: new Date().toISOString(), sender, checks: checks && [...checks] };
    await redis.set(key, JSON.stringify(kept), 'EX', keptSeconds);
  };
}
