import type { RouteId } from '#api/addresses.ts';
import type { Route } from '#api/route.ts';
import {
  confirmationsPerDay,
  confirmedRecipientSchema,
  mailLinkSchema,
  notificationsSchema,
  resendConfirmationSchema,
  updateNotificationsSchema,
} from '#forms/notifications.ts';

const notifications = { description: 'The notifications of the form', schema: notificationsSchema };
const limits = `An account can cause ${confirmationsPerDay} such mails a day, and an address gets one a day.`;

export const notificationRoutes = {
  readNotifications: {
    action: 'forms:read',
    group: 'Notifications',
    summary: 'Read the notifications of a form',
    access: 'form',
    success: { status: 200, ...notifications },
  },
  updateNotifications: {
    action: 'forms:write',
    group: 'Notifications',
    summary: 'Change the notifications of a form',
    description: `Fields that are left out stay as they are. \`recipients\` is the whole list: an address that is missing gets no more mail, and one that is new gets a mail with a link to confirm it. ${limits} An address that has confirmed for another form of the account need not confirm again.`,
    access: 'form',
    body: updateNotificationsSchema,
    success: { status: 200, ...notifications },
    refusals: ['tooManyAttempts'],
  },
  resendConfirmation: {
    action: 'forms:write',
    group: 'Notifications',
    summary: 'Mail the link to confirm a recipient again',
    description: `For a recipient that is \`unconfirmed\`, \`unsubscribed\` or, for a day at least, \`bounced\`; the link that was mailed before works no more. ${limits}`,
    access: 'form',
    body: resendConfirmationSchema,
    success: { status: 202, description: 'The mail is on its way' },
    refusals: ['recipientNotFound', 'tooManyAttempts'],
  },
  confirmRecipient: {
    group: 'Notifications',
    summary: 'Confirm a recipient',
    description: 'With the token of the mailed link, which works for seven days.',
    access: 'public',
    body: mailLinkSchema,
    success: { status: 200, description: 'The recipient is confirmed', schema: confirmedRecipientSchema },
    refusals: ['invalidToken'],
  },
} as const satisfies Partial<Record<RouteId, Route>>;
