import { QueryFailure } from '#components/ui/query-failure.tsx';
import { SectionsSkeleton } from '#components/ui/sections-skeleton.tsx';
import { useSpamSettings } from '#features/spam/api/use-spam-settings.ts';
import { SpamSettingsForm } from '#features/spam/components/spam-settings-form.tsx';
import { FormSettingsFrame } from '#routes/form-settings/form-settings-frame.tsx';

export function SpamSettingsPage() {
  return <FormSettingsFrame title="Spam filter">{({ id }) => <SpamFilter key={id} formId={id} />}</FormSettingsFrame>;
}

function SpamFilter({ formId }: { formId: string }) {
  const query = useSpamSettings(formId);
  if (query.isPending) return <SectionsSkeleton label="Loading the spam filter" />;
  if (!query.data) return <QueryFailure title="The spam filter could not be loaded" query={query} />;
  return <SpamSettingsForm formId={formId} settings={query.data} />;
}
