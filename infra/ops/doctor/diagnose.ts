import type { Finding } from '#doctor/finding.ts';
import { lookAtDisk } from '#doctor/look-at-disk.ts';
import { lookAtEncryption } from '#doctor/look-at-encryption.ts';
import { lookAtLedger } from '#doctor/look-at-ledger.ts';
import { lookAtMail } from '#doctor/look-at-mail.ts';
import { lookAtPostgres } from '#doctor/look-at-postgres.ts';
import { lookAtRedis } from '#doctor/look-at-redis.ts';
import { lookAtSecrets } from '#doctor/look-at-secrets.ts';
import { lookAtServices } from '#doctor/look-at-services.ts';
import { lookAtStripe } from '#doctor/look-at-stripe.ts';
import type { DoctorSettings } from '#doctor/settings.ts';

export interface Diagnosis {
  readonly findings: readonly Finding[];
  /** Settings that were not given, so that nobody takes silence for health. */
  readonly notLookedAt: readonly string[];
}

const looked = [
  'DATABASE_URL',
  'REDIS_URL',
  'ACCOUNT_URL',
  'INGEST_URL',
  'WORKER_URL',
  'GATEWAY_PROBE_URL',
  'PUBLIC_URL',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRETS',
  'TOKEN_SECRET',
  'INTERNAL_TOKEN',
  'ENCRYPTION_KEYS',
  'DATA_DIR',
] as const;

/** Looks at every part of an installation at once; nothing is changed. */
export async function diagnose(settings: DoctorSettings): Promise<Diagnosis> {
  const { DATABASE_URL, REDIS_URL, REDIS_PREFIX, SMTP_URL, STRIPE_SECRET_KEY, ENCRYPTION_KEYS, DATA_DIR } = settings;
  const { BILLING } = settings;
  const isSold = BILLING === 'on';
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
    notLookedAt: looked.filter((name) => settings[name] === undefined && (isSold || !name.startsWith('STRIPE_'))),
  };
}

const signs: Readonly<Record<Finding['level'], string>> = { fault: 'FAULT  ', warning: 'WARNING', fine: 'ok     ' };

/** What is wrong first, each with what to do about it. */
export function describeDiagnosis({ findings, notLookedAt }: Diagnosis): string[] {
  const ordered = (['fault', 'warning', 'fine'] as const).flatMap((level) =>
    findings.filter((finding) => finding.level === level),
  );
  return [
    ...ordered.flatMap(({ level, says, next }) => [`${signs[level]} ${says}`, ...(next ? [`        -> ${next}`] : [])]),
    ...(notLookedAt.length > 0 ? [`Not looked at, for want of: ${notLookedAt.join(', ')}`] : []),
  ];
}
