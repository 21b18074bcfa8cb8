import { createHash } from 'node:crypto';
import { mailboxOf } from '@inlet/mail/mailbox-of';

/** What is kept of an address that was mailed. Those of one mailbox have one hash. */
export function hashAddress(email: string): Buffer<ArrayBuffer> {
  return createHash('sha256').update(mailboxOf(email)).digest();
}
