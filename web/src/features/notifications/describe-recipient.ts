import type { Recipient } from '@inlet/contracts/notifications';

interface RecipientWords {
  readonly tone: 'success' | 'neutral' | 'danger';
  readonly label: string;
  /** What the state means and what to do; null if the recipient gets mails. */
  readonly advice: string | null;
  /** True if a new link can start the mails. */
  readonly canResend: boolean;
}

const words: Readonly<Record<Recipient['state'], RecipientWords>> = {
  active: { tone: 'success', label: 'Active', advice: null, canResend: false },
  unconfirmed: {
    tone: 'neutral',
    label: 'Not confirmed',
    advice: 'Mails start once the link that we mailed to this address is opened.',
    canResend: true,
  },
  unsubscribed: {
    tone: 'neutral',
    label: 'Unsubscribed',
    advice: 'This person stopped the mails by the link in one of them, and can start them again by a new link.',
    canResend: true,
  },
  bounced: {
    tone: 'danger',
    label: 'Bounced',
    advice:
      'The mail server of this address refused our mail, so we send none there any more. If the mailbox works again, send a new link a day later.',
    canResend: true,
  },
  complained: {
    tone: 'danger',
    label: 'Reported as spam',
    advice: 'A mail to this address was reported as spam, so we send none there any more. Remove or replace it.',
    canResend: false,
  },
};

const neverAsked =
  'No link was sent to this address when you added it, because it had got one that day. Send a new link to start the mails.';
const ownUnconfirmed = 'Mails start once you verify the address of your account.';

/** The state of a recipient; `own` is the address of the account. */
export function describeRecipient({ email, state, requestedAt }: Recipient, own: string): RecipientWords {
  if (state !== 'unconfirmed' || requestedAt !== null) return words[state];
  return { ...words.unconfirmed, advice: email === own ? ownUnconfirmed : neverAsked };
}
