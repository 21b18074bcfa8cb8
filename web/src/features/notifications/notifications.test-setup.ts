import type { Notifications } from '@inlet/contracts/notifications';

export function buildNotifications(overrides: Partial<Notifications> = {}): Notifications {
  return {
    mode: 'instant',
    recipients: [
      { email: 'ada@example.com', confirmedAt: '2026-11-20T14:05:09.000Z', requestedAt: null, state: 'active' },
    ],
    autoReply: { enabled: false, subject: '', body: '' },
    alerts: { silence: false, surge: false },
    ...overrides,
  };
}
