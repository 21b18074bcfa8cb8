import type { Unsubscribe } from '@inlet/contracts/notifications';
import type { Database } from '@inlet/db/database';
import type { UnsubscribeTokens } from '@inlet/mail/unsubscribe-tokens';
import { invalidToken } from '#errors.ts';
import { hasNoAutoReplies, suppressAutoReplies } from '#mail/suppressions.store.ts';
import {
  findRecipient,
  stopNotifications,
  stopUsageMails,
  wantsUsageMails,
} from '#mail/unsubscribe/unsubscribe.store.ts';

/** The links below mails that stop them. A link works however often it is opened, and whoever is signed in. */
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
    stop: async (token: string): Promise<Unsubscribe> => {
      const meant = open(token);
      if (meant.kind === 'notifications') await stopNotifications(prisma, meant);
      else if (meant.kind === 'usage') await stopUsageMails(prisma, meant.userId);
      else await suppressAutoReplies(prisma, meant.email);
      return read(token);
    },
  };
}
