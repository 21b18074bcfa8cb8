import type { notificationRoutes } from '@inlet/contracts/api/notifications';
import type { AccountDeps } from '#account-deps.ts';
import type { Handlers } from '#http/handler.ts';
import { confirmRecipient } from '#notifications/confirm-recipient.ts';
import { readNotifications } from '#notifications/read-notifications.ts';
import { resendConfirmation } from '#notifications/resend-confirmation.ts';
import { updateNotifications } from '#notifications/update-notifications.ts';

export function notificationHandlers(deps: AccountDeps): Handlers<keyof typeof notificationRoutes> {
  return {
    readNotifications: ({ form }) => readNotifications(deps, form),
    updateNotifications: async ({ actor, form, body }) => {
      await updateNotifications(deps, actor, form, body);
      return readNotifications(deps, form);
    },
    resendConfirmation: ({ actor, form, body }) => resendConfirmation(deps, actor, form, body.email),
    confirmRecipient: ({ client, body }) => confirmRecipient(deps, client, body.token),
  };
}
