import type { Form } from '@inlet/contracts/forms';
import type { Notifications } from '@inlet/contracts/notifications';
import { lazy, Suspense } from 'react';
import { LeaveGuard } from '#components/ui/leave-guard.tsx';
import { SaveBar } from '#components/ui/save-bar.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { useUpdateNotifications } from '#features/notifications/api/use-update-notifications.ts';
import { Alerts } from '#features/notifications/components/alerts.tsx';
import { MailMode } from '#features/notifications/components/mail-mode.tsx';
import { Recipients } from '#features/notifications/components/recipients.tsx';
import { checkDraft, draftOf, refusedFields } from '#features/notifications/notification-draft.ts';
import type { WhenField } from '#lib/conditions/when-field-props.ts';
import { useSettingsForm } from '#lib/use-settings-form.ts';

// The recipients come first.
const AutoReply = lazy(async () => ({
  default: (await import('#features/notifications/components/auto-reply.tsx')).AutoReply,
}));

const ConfirmedAddress = lazy(async () => ({
  default: (await import('#features/notifications/components/confirmed-address.tsx')).ConfirmedAddress,
}));

interface NotificationSettingsProps {
  readonly form: Form;
  readonly notifications: Notifications;
  readonly whenField: WhenField;
}

export function NotificationSettings({ form: settled, notifications, whenField }: NotificationSettingsProps) {
  const { id: formId } = settled;
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
      <Recipients formId={formId} recipients={notifications.recipients} whenField={whenField} />
      <Suspense fallback={<div className="min-h-44" />}>
        <ConfirmedAddress
          form={settled}
          value={draft.confirmation}
          onChange={(confirmation) => change({ confirmation })}
        />
      </Suspense>
      <Suspense fallback={<Skeleton className="h-40 w-full rounded-large" />}>
        <AutoReply
          formId={formId}
          value={draft.autoReply}
          isAfterConfirmation={draft.confirmation.enabled}
          errors={errors}
          whenField={whenField}
          onChange={(autoReply) => change({ autoReply })}
        />
      </Suspense>
      <Alerts formId={formId} value={draft.alerts} onChange={(alerts) => change({ alerts })} />
      <SaveBar {...saveBar} />
    </form>
  );
}
