import type { Unsubscribe } from '@inlet/contracts/notifications';
import type { Prisma } from '@inlet/db/client';
import type { Database } from '@inlet/db/database';
import type { Unsubscribable, UnsubscribeTokens } from '@inlet/mail/unsubscribe-tokens';
import { recordAudit } from '#access/audit/record-audit.ts';
import type { Client } from '#access/caller.ts';
import { invalidToken } from '#errors.ts';
import { hasNoAutoReplies, suppressAutoReplies } from '#mail/suppressions.store.ts';
import {
  findRecipient,
  stopNotifications,
  stopUsageMails,
  wantsUsageMails,
} from '#mail/unsubscribe/unsubscribe.store.ts';

/** The unsubscribe links in mails. A link works however often it is opened, and needs no account. */
export function createUnsubscribe({ prisma }: Pick<Database, 'prisma'>, tokens: UnsubscribeTokens) {
  const open = (token: string) => {
    const meant = tokens.open(token);
    if (!meant) throw invalidToken();
    return meant;
  };

  async function read(token: string): Promise<Unsubscribe> {
    const meant = open(token);
    const { kind, email } = meant;
    switch (meant.kind) {
      case 'notifications': {
        const found = await findRecipient(prisma, meant);
        return { kind, email, formName: found?.formName ?? null, isStopped: found?.isActive !== true };
      }
      case 'usage':
        return { kind, email, formName: null, isStopped: !(await wantsUsageMails(prisma, meant.userId)) };
      case 'auto-reply':
        return { kind, email, formName: null, isStopped: await hasNoAutoReplies(prisma, email) };
    }
  }

  return {
    read,
    stop: async (token: string, client: Client): Promise<Unsubscribe> => {
      const meant = open(token);
      if (meant.kind === 'auto-reply') await suppressAutoReplies(prisma, meant.email);
      else await prisma.$transaction((tx) => stopMails(tx, meant, client));
      return read(token);
    },
  };
}

/** Stops the mails of an account to an address, and records it for the owner. */
async function stopMails(
  tx: Prisma.TransactionClient,
  meant: Exclude<Unsubscribable, { readonly kind: 'auto-reply' }>,
  client: Client,
): Promise<void> {
  const { email } = meant;
  if (meant.kind === 'usage') {
    if (!(await stopUsageMails(tx, meant.userId))) return;
    const actor = { userId: meant.userId, name: 'system', ...client };
    return recordAudit(tx, actor, 'account.updated', { wantsUsageMails: false });
  }
  const stopped = await stopNotifications(tx, meant);
  if (!stopped) return;
  const { userId, name } = stopped;
  const details = { formId: meant.formId, name, email };
  await recordAudit(tx, { userId, name: 'system', ...client }, 'recipient.unsubscribed', details);
}
