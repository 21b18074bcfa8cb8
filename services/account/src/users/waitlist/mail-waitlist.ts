import { emailSchema } from '@inlet/contracts/sessions';
import { waitlistMail } from '@inlet/mail/mails/waitlist-mail';
import { createUnsubscribeTokens, unsubscribeUrls } from '@inlet/mail/unsubscribe-tokens';
import type { Attempts } from '#access/limits/attempts.ts';
import { keepMail } from '#mail/keep-mail.ts';
import { mayMailTo } from '#mail/may-mail-to.ts';
import type { Resources } from '#resources.ts';
import { hashAddress } from '#users/waitlist/hash-address.ts';
import { findWaitlistForm } from '#users/waitlist/waitlist.store.ts';
import {
  countMailsOfHour,
  findMailed,
  findNewEntries,
  forgetOldMails,
  lockWaitlistMails,
  noteMailed,
} from '#users/waitlist/waitlist-mails.store.ts';

/**
 * Mails to all addresses together: anyone can enter other people's addresses, even a million of them. An address that
 * joins during a rush gets its mail within a day, or not at all.
 */
const mailsPerHour = 100;
/** Entries that a round reads, each of at most 16 kB. */
const entriesAtOnce = 500;

type MailDeps = Pick<Resources, 'database' | 'config'> & { readonly attempts: Attempts };

/** Mails new addresses on the waitlist about it, each mailbox once. */
export async function mailWaitlist(deps: MailDeps, signal?: AbortSignal): Promise<void> {
  const { prisma } = deps.database;
  const form = await findWaitlistForm(prisma);
  if (!form) return;
  const { ENCRYPTION_KEYS, PUBLIC_URL } = deps.config;
  const tokens = createUnsubscribeTokens(ENCRYPTION_KEYS);
  await prisma.$transaction(async (tx) => {
    if (!(await lockWaitlistMails(tx))) return;
    await forgetOldMails(tx);
    let left = mailsPerHour - (await countMailsOfHour(tx));
    if (left <= 0) return;
    const entries = await findNewEntries(tx, form.id, entriesAtOnce);
    const waiting = entries.flatMap((entry) => emailSchema.safeParse(entry).data ?? []);
    const mailed = new Set((await findMailed(tx, waiting.map(hashAddress))).map(toText));
    for (const email of waiting.filter((each) => !mailed.has(toText(hashAddress(each))))) {
      if (left === 0 || signal?.aborted) return;
      if (!(await mayMailTo(deps, email)) || !(await noteMailed(tx, hashAddress(email)))) continue;
      const urls = unsubscribeUrls(PUBLIC_URL, tokens.sign({ kind: 'auto-reply', email }));
      await keepMail(tx, waitlistMail(email, PUBLIC_URL, urls));
      left -= 1;
    }
  });
}

function toText(hash: Uint8Array): string {
  return Buffer.from(hash).toString('base64');
}
