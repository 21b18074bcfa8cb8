import type { Mail } from '@inlet/contracts/mail';
import { planLimits } from '@inlet/contracts/plans';
import { dayInWords } from '#day-in-words.ts';
import { type Letter, renderMail } from '#render-mail.ts';

/** A change of a subscription. Plans are keys, as in `early_pro`. */
export type SubscriptionChange =
  | { readonly kind: 'started'; readonly plan: string }
  | { readonly kind: 'changed'; readonly plan: string }
  | { readonly kind: 'cancelled'; readonly endsAt: Date | null }
  | { readonly kind: 'resumed'; readonly renewsAt: Date | null }
  | { readonly kind: 'ended' };

/** Tells an owner that the subscription has changed. */
export function subscriptionMail(to: string, publicUrl: string, change: SubscriptionChange): Mail {
  return renderMail(to, {
    name: 'subscription',
    ...wordsOf(change),
    button: { label: 'See your plan', url: `${publicUrl}/settings/billing` },
    notes: ['Invoices come from Stripe. If you did not make this change, choose a new password at once.'],
  });
}

/** An account without a plan keeps its forms, with the smallest limits. */
const withoutPlan = `your forms accept up to ${planLimits(null).submissionsPerMonth} submissions a month in all and refuse further ones. What they received stays in your account: choose a plan to open it, or export it in your account settings.`;

function wordsOf(change: SubscriptionChange): Pick<Letter, 'subject' | 'paragraphs'> {
  switch (change.kind) {
    case 'started':
      return {
        subject: 'Your subscription has begun',
        paragraphs: [`Thank you. You’re now on ${planName(change.plan)}.`],
      };
    case 'changed':
      return {
        subject: 'Your plan was changed',
        paragraphs: [`You’re now on ${planName(change.plan)}.`],
      };
    case 'cancelled': {
      const end = change.endsAt ? `on ${dayInWords(change.endsAt)}` : 'at the end of the paid period';
      return {
        subject: 'Your subscription was canceled',
        paragraphs: [
          `Your subscription ends ${end}. Until then everything goes on as before.`,
          `After that ${withoutPlan}`,
        ],
      };
    }
    case 'resumed': {
      const renewal = change.renewsAt ? ` on ${dayInWords(change.renewsAt)}` : '';
      return {
        subject: 'Your subscription was resumed',
        paragraphs: [`Your subscription is no longer canceled. It renews${renewal}, as before.`],
      };
    }
    case 'ended':
      return {
        subject: 'Your subscription has ended',
        paragraphs: [`Your Inlet account has no subscription any more. From now on ${withoutPlan}`],
      };
  }
}

function planName(plan: string): string {
  return plan
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}
