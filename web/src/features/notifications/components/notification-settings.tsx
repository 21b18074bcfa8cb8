import type { Notifications } from '@inlet/contracts/notifications';
import { LeaveGuard } from '#components/ui/leave-guard.tsx';
import { SaveBar } from '#components/ui/save-bar.tsx';
import { useUpdateNotifications } from '#features/notifications/api/use-update-notifications.ts';
import { Alerts } from '#features/notifications/components/alerts.tsx';
import { AutoReply } from '#features/notifications/components/auto-reply.tsx';
import { MailMode } from '#features/notifications/components/mail-mode.tsx';
import { Recipients } from '#features/notifications/components/recipients.tsx';
import { checkDraft, draftOf, refusedFields } from '#features/notifications/notification-draft.ts';
import { useSettingsForm } from '#lib/use-settings-form.ts';

interface NotificationSettingsProps {
  readonly formId: string;
  readonly notifications: Notifications;
}

export function NotificationSettings({ formId, notifications }: NotificationSettingsProps) {
  const { draft, errors, change, form, leaveGuard, saveBar } = useSettingsForm({
    stored: draftOf(notifications),
    toBody: (edited) => edited,
    check: checkDraft,
    refusedFields,
    update: useUpdateNotifications(formId),
  });
  return (
    <form {...form} className="grid grid-cols-1 gap-6">
      <LeaveGuard {...leaveGuard} />
      <MailMode mode={draft.mode} onChange={(mode) => change({ mode })} />
      <Recipients formId={formId} recipients={notifications.recipients} />
      <AutoReply value={draft.autoReply} errors={errors} onChange={(autoReply) => change({ autoReply })} />
      <Alerts formId={formId} value={draft.alerts} onChange={(alerts) => change({ alerts })} />
      <SaveBar {...saveBar} />
    </form>
  );
}
