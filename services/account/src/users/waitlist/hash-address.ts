import { createHash } from 'node:crypto';
import { mailboxOf } from '@inlet/mail/mailbox-of';

/** The stored hash of an address that got a mail. All addresses of a mailbox have the same hash. */
export function hashAddress(email: string): Buffer<ArrayBuffer> {
  return createHash('sha256').update(mailboxOf(email)).digest();
}
