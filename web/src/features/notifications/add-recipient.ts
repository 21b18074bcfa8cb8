import { isEmailAddress } from '@inlet/contracts/email-address';
import { recipientsMax } from '@inlet/contracts/notification-limits';
import type { Recipient } from '@inlet/contracts/notifications';

export type AddedRecipient = { readonly email: string } | { readonly problem: string };

/** Returns the address as it is stored, or the reason why it cannot be added. */
export function addRecipient(recipients: readonly Recipient[], typed: string): AddedRecipient {
  const email = typed.trim().toLowerCase();
  // The service looks more closely. Its schema weighs more than the rest of this page.
  if (!isEmailAddress(email)) return { problem: 'Enter a valid email address' };
  if (recipients.some((recipient) => recipient.email === email)) return { problem: `${email} is on the list already` };
  if (recipients.length >= recipientsMax) return { problem: `A form can have at most ${recipientsMax} recipients` };
  return { email };
}
