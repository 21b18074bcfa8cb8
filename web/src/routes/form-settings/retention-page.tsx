import { QueryFailure } from '#components/ui/query-failure.tsx';
import { SectionsSkeleton } from '#components/ui/sections-skeleton.tsx';
import { useRetention } from '#features/retention/api/use-retention.ts';
import { RetentionSettings } from '#features/retention/components/retention-settings.tsx';
import { FormSettingsFrame } from '#routes/form-settings/form-settings-frame.tsx';
import { NoRetention } from '#routes/plan/no-retention.tsx';

export function RetentionPage() {
  return <FormSettingsFrame title="Retention">{({ id }) => <FormRetention key={id} formId={id} />}</FormSettingsFrame>;
}

function FormRetention({ formId }: { formId: string }) {
  const query = useRetention(formId);
  if (query.isPending) return <SectionsSkeleton label="Loading the retention" />;
  if (!query.data) return <QueryFailure title="The retention could not be loaded" query={query} />;
  if (!query.data.isActive) return <NoRetention days={query.data.days} />;
  return <RetentionSettings formId={formId} retention={query.data} />;
}
