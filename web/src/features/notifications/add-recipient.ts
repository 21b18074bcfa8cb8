import { recipientsMax } from '@inlet/contracts/notification-limits';
import type { Recipient } from '@inlet/contracts/notifications';
import { emailSchema } from '@inlet/contracts/sessions';

export type AddedRecipient = { readonly email: string } | { readonly problem: string };

/** Returns the address as it is stored, or the reason why it cannot be added. */
export function addRecipient(recipients: readonly Recipient[], typed: string): AddedRecipient {
  const { data: email, error } = emailSchema.safeParse(typed);
  if (email === undefined) return { problem: error?.issues[0]?.message ?? '' };
  if (recipients.some((recipient) => recipient.email === email)) return { problem: `${email} is on the list already` };
  if (recipients.length >= recipientsMax) return { problem: `A form can have at most ${recipientsMax} recipients` };
  return { email };
}
