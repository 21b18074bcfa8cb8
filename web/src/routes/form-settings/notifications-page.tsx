import type { Form } from '@inlet/contracts/forms';
import { QueryFailure } from '#components/ui/query-failure.tsx';
import { SectionsSkeleton } from '#components/ui/sections-skeleton.tsx';
import { useNotifications } from '#features/notifications/api/use-notifications.ts';
import { NotificationSettings } from '#features/notifications/components/notification-settings.tsx';
import { WhenField } from '#routes/form/when-field.tsx';
import { FormSettingsFrame } from '#routes/form-settings/form-settings-frame.tsx';

export function NotificationsPage() {
  return (
    <FormSettingsFrame title="Notifications">{(form) => <Notifications key={form.id} form={form} />}</FormSettingsFrame>
  );
}

function Notifications({ form }: { form: Form }) {
  const query = useNotifications(form.id);
  if (query.isPending) return <SectionsSkeleton label="Loading the notifications" />;
  if (!query.data) return <QueryFailure title="The notifications could not be loaded" query={query} />;
  return <NotificationSettings form={form} notifications={query.data} whenField={WhenField} />;
}
