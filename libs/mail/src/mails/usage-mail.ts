import type { Mail } from '@inlet/contracts/mail';
import type { QuotaResource } from '@inlet/contracts/quotas';
import { dayInWords } from '#day-in-words.ts';
import { renderMail } from '#render-mail.ts';
import type { UnsubscribeUrls } from '#unsubscribe-tokens.ts';

export interface UsedShare {
  readonly resource: QuotaResource;
  readonly percent: 80 | 100;
  readonly used: number;
  readonly limit: number;
  /** The number of submissions refused at the limit so far. */
  readonly refused: number;
  /** The first day of the next month. */
  readonly renewsOn: Date;
  /** False if no larger plan can be bought. */
  readonly canUpgrade: boolean;
}

/** Tells an owner how much of the monthly quota is used. */
export function usageMail(
  to: string,
  publicUrl: string,
  { resource, percent, used, limit, refused, renewsOn, canUpgrade }: UsedShare,
  unsubscribe: UnsubscribeUrls,
): Mail {
  const next = dayInWords(renewsOn);
  const isData = resource === 'bytes';
  const count = isData
    ? `${inGigabytes(used)} of the ${inGigabytes(limit)} GB of data`
    : `${used.toLocaleString('en-US')} of the ${limit.toLocaleString('en-US')} submissions`;
  const isFull = percent === 100;
  return renderMail(to, {
    name: 'usage',
    kind: 'usage',
    subject: isFull
      ? "You've reached your monthly limit"
      : `You have used 80 % of your ${isData ? 'data' : 'submissions'}`,
    paragraphs: [
      `Your account has received ${count} that its plan includes for this month.`,
      isFull
        ? `Your forms refuse further submissions until ${next}${refusedSoFar(refused)}.${canUpgrade ? ' With a larger plan they take them again at once.' : ''}`
        : `When all are used, your forms refuse further submissions until ${next}.`,
    ],
    button:
      isFull && canUpgrade
        ? { label: 'Upgrade', url: `${publicUrl}/settings/billing` }
        : { label: canUpgrade ? 'See your plan' : 'Open your dashboard', url: `${publicUrl}/dashboard` },
    unsubscribe,
  });
}

function refusedSoFar(refused: number): string {
  return refused === 0 ? '' : `, and have refused ${refused.toLocaleString('en-US')} so far`;
}

/** Rounded down, so that a value never looks used up too early. */
export function inGigabytes(bytes: number): string {
  return (Math.floor(bytes / 10_000_000) / 100).toLocaleString('en-US');
}
