import type { Finding } from '#doctor/finding.ts';
import { lookAtBackups } from '#doctor/look-at-backups.ts';
import { lookAtDisk, lookAtLedger, lookAtVolumes } from '#doctor/look-at-disk.ts';
import { lookAtEncryption } from '#doctor/look-at-encryption.ts';
import { lookAtPasskeys } from '#doctor/look-at-passkeys.ts';
import { lookAtPostgres } from '#doctor/look-at-postgres.ts';
import { isUnreachable, lookAtPublic } from '#doctor/look-at-public.ts';
import { lookAtRedis } from '#doctor/look-at-redis.ts';
import { lookAtReplica } from '#doctor/look-at-replica.ts';
import { lookAtSecrets } from '#doctor/look-at-secrets.ts';
import { lookAtSender } from '#doctor/look-at-sender.ts';
import { lookAtServices } from '#doctor/look-at-services.ts';
import { lookAtStripe } from '#doctor/look-at-stripe.ts';
import type { Way } from '#doctor/public-way.ts';
import { type DoctorSettings, lookedAt } from '#doctor/settings.ts';

/** Checks every part of an installation concurrently, without changes. */
export async function diagnose(settings: DoctorSettings, way?: Way) {
  const { DATABASE_URL, REPLICA_DATABASE_URL, REDIS_URL, REDIS_PREFIX, REDIS_LANES, SMTP_URL } = settings;
  const { STRIPE_SECRET_KEY, ENCRYPTION_KEYS, DATA_DIR } = settings;
  const isSold = settings.BILLING === 'on';
  const findings = await Promise.all([
    DATABASE_URL === undefined
      ? []
      : lookAtPostgres(DATABASE_URL, { keys: ENCRYPTION_KEYS, isSold, lanes: REDIS_LANES }),
    DATABASE_URL === undefined || REPLICA_DATABASE_URL === undefined
      ? []
      : lookAtReplica(REPLICA_DATABASE_URL, DATABASE_URL),
    REDIS_URL === undefined ? [] : lookAtRedis(REDIS_URL, REDIS_PREFIX, REDIS_LANES),
    lookAtEncryption({ DATABASE_URL, REPLICA_DATABASE_URL, REDIS_URL }),
    lookAtServices(settings),
    lookAtPublic(settings, way),
    lookAtPasskeys(settings),
    SMTP_URL === undefined ? [] : lookAtSender({ ...settings, SMTP_URL }),
    !isSold || STRIPE_SECRET_KEY === undefined ? [] : lookAtStripe({ ...settings, STRIPE_SECRET_KEY }),
    lookAtSecrets(settings),
    DATA_DIR === undefined ? [] : lookAtDisk(DATA_DIR),
    settings.VOLUMES === undefined ? [] : lookAtVolumes(settings.VOLUMES),
    settings.BACKUP_FOLDER === undefined ? [] : lookAtBackups(settings.BACKUP_FOLDER),
    lookAtLedger(settings.ERASURE_LEDGER),
  ]);
  return {
    findings: findings.flat(),
    /** Lists settings that were not given, so that a missing check does not look like a healthy part. */
    notLookedAt: [
      ...lookedAt.filter((name) => settings[name] === undefined && isMissed(name, settings)),
      ...(isUnreachable(settings) ? [`a PUBLIC_URL that is reached from here (${settings.PUBLIC_URL} is not)`] : []),
    ],
  };
}

/** One setting for disk space is enough, and without payments no Stripe setting is needed. */
function isMissed(name: string, { BILLING, VOLUMES, DATA_DIR }: DoctorSettings): boolean {
  if (name.startsWith('STRIPE_')) return BILLING === 'on';
  return (name !== 'DATA_DIR' && name !== 'VOLUMES') || (VOLUMES ?? DATA_DIR) === undefined;
}

const signs: Readonly<Record<Finding['level'], string>> = { fault: 'FAULT  ', warning: 'WARNING', fine: 'ok     ' };

/** Faults come first, each with what to do about it. */
export function describeDiagnosis({ findings, notLookedAt }: Awaited<ReturnType<typeof diagnose>>): string[] {
  const levels = Object.keys(signs);
  const ordered = findings.toSorted((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level));
  return [
    ...ordered.flatMap(({ level, says, next }) => [`${signs[level]} ${says}`, ...(next ? [`        -> ${next}`] : [])]),
    ...(notLookedAt.length > 0 ? [`Not looked at, for want of: ${notLookedAt.join(', ')}`] : []),
  ];
}
