import type { Notifications, Recipient } from '@inlet/contracts/notifications';
import type { Recipient as StoredRecipient, Suppression } from '@inlet/db/client';
import type { StoredNotifications } from '#notifications/notifications.store.ts';

/** The notifications of a form as JSON. */
export function presentNotifications(
  { settings, recipients }: StoredNotifications,
  suppressed: ReadonlyMap<string, Pick<Suppression, 'reason'>>,
): Notifications {
  return {
    mode: (settings?.mode as Notifications['mode']) ?? 'off',
    recipients: recipients.map((recipient) => presentRecipient(recipient, suppressed.get(recipient.email)?.reason)),
    ...(settings ? presentSettings(settings) : unset),
  };
}

type Settings = NonNullable<StoredNotifications['settings']>;
type Presented = Pick<Notifications, 'autoReply' | 'confirmation' | 'alerts'>;

/** A form whose notifications nobody has set. */
const unset: Presented = {
  autoReply: { enabled: false, subject: '', body: '', when: null },
  confirmation: { enabled: false, copy: false, before: 'notify' },
  alerts: { silence: false, surge: false, targetId: null },
};

function presentSettings(settings: Settings): Presented {
  return {
    autoReply: {
      enabled: settings.autoReply,
      subject: settings.autoReplySubject,
      body: settings.autoReplyBody,
      when: settings.replyConditions as Presented['autoReply']['when'],
    },
    confirmation: {
      enabled: settings.confirmAddresses,
      copy: settings.confirmCopy,
      before: settings.notifyConfirmed ? 'confirmed' : 'notify',
    },
    alerts: { silence: settings.alertsSilence, surge: settings.alertsSurge, targetId: settings.alertsTargetId },
  };
}

const stateOfReason: Readonly<Record<string, Recipient['state']>> = { bounce: 'bounced', complaint: 'complained' };

function presentRecipient(
  { email, requestedAt, confirmedAt, unsubscribedAt, conditions }: StoredRecipient,
  suppressedBy: string | undefined,
): Recipient {
  const mayGetMail = confirmedAt === null ? 'unconfirmed' : 'active';
  const state = unsubscribedAt ? 'unsubscribed' : mayGetMail;
  return {
    email,
    confirmedAt: confirmedAt?.toISOString() ?? null,
    requestedAt: requestedAt?.toISOString() ?? null,
    // The state of mails of other accounts is hidden until the address has confirmed this account's mails.
    state: suppressedBy === undefined || confirmedAt === null ? state : (stateOfReason[suppressedBy] ?? 'unsubscribed'),
    when: conditions as Recipient['when'],
  };
}
