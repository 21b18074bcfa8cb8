import type { Mail } from '@inlet/contracts/mail';
import { longDay } from '#long-day.ts';
import { renderMail } from '#render-mail.ts';
import type { UnsubscribeUrls } from '#unsubscribe-tokens.ts';

export interface UsedShare {
  readonly percent: 80 | 100;
  readonly used: number;
  readonly limit: number;
  /** The first day of the next month. */
  readonly renewsOn: Date;
  /** False where no larger plan can be bought. */
  readonly canUpgrade: boolean;
}

/** Tells an owner how much of the month is used. */
export function usageMail(
  to: string,
  publicUrl: string,
  { percent, used, limit, renewsOn, canUpgrade }: UsedShare,
  unsubscribe: UnsubscribeUrls,
): Mail {
  const next = longDay(renewsOn);
  const count = `${used.toLocaleString('en-US')} of the ${limit.toLocaleString('en-US')} submissions`;
  const isFull = percent === 100;
  return renderMail(to, {
    kind: 'usage',
    subject: isFull ? 'Your forms take no more submissions this month' : 'You have used 80 % of your submissions',
    paragraphs: [
      `Your account has received ${count} that its plan includes for this month.`,
      isFull
        ? `Your forms refuse further submissions until ${next}.${canUpgrade ? ' With a larger plan they take them again at once.' : ''}`
        : `When all are used, your forms refuse further submissions until ${next}.`,
    ],
    button: { label: canUpgrade ? 'See your plan' : 'Open your dashboard', url: `${publicUrl}/dashboard` },
    unsubscribe,
  });
}
