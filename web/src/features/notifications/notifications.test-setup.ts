import type { Notifications, Recipient } from '@inlet/contracts/notifications';

interface Overrides extends Partial<Omit<Notifications, 'recipients' | 'autoReply'>> {
  /** Without conditions, unless it has some. */
  readonly recipients?: readonly (Omit<Recipient, 'when'> & Partial<Pick<Recipient, 'when'>>)[];
  readonly autoReply?: Partial<Notifications['autoReply']>;
}

export function buildNotifications({ recipients = [ada], autoReply, ...overrides }: Overrides = {}): Notifications {
  return {
    mode: 'instant',
    recipients: recipients.map((recipient) => ({ when: null, ...recipient })),
    autoReply: { enabled: false, subject: '', body: '', when: null, ...autoReply },
    confirmation: { enabled: false, copy: false, before: 'notify' },
    alerts: { silence: false, surge: false, targetId: null },
    ...overrides,
  };
}

const ada = {
  email: 'ada@example.com',
  confirmedAt: '2026-11-20T14:05:09.000Z',
  requestedAt: null,
  state: 'active',
} as const;
