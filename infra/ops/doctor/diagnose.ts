import type { Finding } from '#doctor/finding.ts';
import { lookAtDisk, lookAtLedger } from '#doctor/look-at-disk.ts';
import { lookAtEncryption } from '#doctor/look-at-encryption.ts';
import { lookAtMail } from '#doctor/look-at-mail.ts';
import { lookAtPostgres } from '#doctor/look-at-postgres.ts';
import { lookAtRedis } from '#doctor/look-at-redis.ts';
import { lookAtSecrets } from '#doctor/look-at-secrets.ts';
import { lookAtServices } from '#doctor/look-at-services.ts';
import { lookAtStripe } from '#doctor/look-at-stripe.ts';
import { type DoctorSettings, lookedAt } from '#doctor/settings.ts';

/** Looks at every part of an installation at once; nothing is changed. */
export async function diagnose(settings: DoctorSettings) {
  const { DATABASE_URL, REDIS_URL, REDIS_PREFIX, SMTP_URL, STRIPE_SECRET_KEY, ENCRYPTION_KEYS, DATA_DIR } = settings;
  const isSold = settings.BILLING === 'on';
  const findings = await Promise.all([
    DATABASE_URL === undefined ? [] : lookAtPostgres(DATABASE_URL, ENCRYPTION_KEYS, isSold),
    REDIS_URL === undefined ? [] : lookAtRedis(REDIS_URL, REDIS_PREFIX),
    lookAtEncryption({ DATABASE_URL, REDIS_URL }),
    lookAtServices(settings),
    SMTP_URL === undefined ? [] : lookAtMail(SMTP_URL),
    !isSold || STRIPE_SECRET_KEY === undefined ? [] : lookAtStripe({ ...settings, STRIPE_SECRET_KEY }),
    lookAtSecrets(settings),
    DATA_DIR === undefined ? [] : lookAtDisk(DATA_DIR),
    lookAtLedger(settings.ERASURE_LEDGER),
  ]);
  return {
    findings: findings.flat(),
    /** Settings that were not given, so that nobody takes silence for health. */
    notLookedAt: lookedAt.filter((name) => settings[name] === undefined && (isSold || !name.startsWith('STRIPE_'))),
  };
}

const signs: Readonly<Record<Finding['level'], string>> = { fault: 'FAULT  ', warning: 'WARNING', fine: 'ok     ' };

/** What is wrong first, each with what to do about it. */
export function describeDiagnosis({ findings, notLookedAt }: Awaited<ReturnType<typeof diagnose>>): string[] {
  const levels = Object.keys(signs);
  const ordered = findings.toSorted((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level));
  return [
    ...ordered.flatMap(({ level, says, next }) => [`${signs[level]} ${says}`, ...(next ? [`        -> ${next}`] : [])]),
    ...(notLookedAt.length > 0 ? [`Not looked at, for want of: ${notLookedAt.join(', ')}`] : []),
  ];
}
