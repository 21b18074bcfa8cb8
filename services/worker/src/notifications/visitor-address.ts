import { createHash } from 'node:crypto';
import { mailboxOf } from '@inlet/mail/mailbox-of';
import { readFields } from '@inlet/mail/read-fields';
import { senderAddress } from '@inlet/mail/sender-address';
import type { Visitor } from '#notifications/replies.store.ts';

/**
 * Mails that a form may send to visitors in an hour, and that an address may get from the whole installation in a day:
 * automatic replies and questions together.
 */
export const mailsPerHour = 100;
export const mailsPerAddress = 5;
/** Submissions that are read at once, and the largest one whose fields are searched for an address. */
export const readAtOnce = 100;
export const bytesMax = 65_536;

/** The address of a visitor; null without one that a person reads. */
export function addressOf({ replyTo, data }: Pick<Visitor, 'replyTo' | 'data'>): string | null {
  const email = senderAddress(replyTo, data === null ? [] : readFields(data));
  return email === null || isRobot(email) ? null : email;
}

/** Mailboxes of programs, which might reply to the reply. */
function isRobot(email: string): boolean {
  return /^(mailer-daemon|postmaster|abuse|bounces?|no-?reply|do-?not-?reply)([+_.-].*)?@/.test(email);
}

export function hashOf(email: string): Buffer {
  return createHash('sha256').update(mailboxOf(email)).digest();
}
