import type { Notifications, Recipient } from '@inlet/contracts/notifications';
import type { Recipient as StoredRecipient, User } from '@inlet/db/client';
import type { StoredNotifications } from '#notifications/notifications.store.ts';

type Owner = Pick<User, 'email' | 'emailVerifiedAt'>;

/** The notifications of a form as JSON. */
export function presentNotifications(
  { settings, recipients }: StoredNotifications,
  owner: Owner,
  suppressed: ReadonlyMap<string, string>,
): Notifications {
  return {
    mode: (settings?.mode as Notifications['mode']) ?? 'off',
    recipients: recipients.map((recipient) => presentRecipient(recipient, owner, suppressed.get(recipient.email))),
    autoReply: {
      enabled: settings?.autoReply ?? false,
      subject: settings?.autoReplySubject ?? '',
      body: settings?.autoReplyBody ?? '',
    },
    alerts: { silence: settings?.alertsSilence ?? false, surge: settings?.alertsSurge ?? false },
  };
}

const stateOfReason: Readonly<Record<string, Recipient['state']>> = { bounce: 'bounced', complaint: 'complained' };

function presentRecipient(recipient: StoredRecipient, owner: Owner, suppressedBy: string | undefined): Recipient {
  const confirmedAt = confirmedAtOf(recipient, owner);
  const mayGetMail = confirmedAt === null ? 'unconfirmed' : 'active';
  const state = recipient.unsubscribedAt ? 'unsubscribed' : mayGetMail;
  return {
    email: recipient.email,
    confirmedAt: confirmedAt?.toISOString() ?? null,
    state: suppressedBy === undefined ? state : (stateOfReason[suppressedBy] ?? 'unsubscribed'),
  };
}

/** The owner of an account has confirmed the address of that account by a link already. */
function confirmedAtOf({ email, confirmedAt }: StoredRecipient, owner: Owner): Date | null {
  return confirmedAt ?? (email === owner.email ? owner.emailVerifiedAt : null);
}
