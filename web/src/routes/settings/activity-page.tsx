import { PageTitle } from '#components/ui/page.tsx';
import { Activity } from '#features/activity/components/activity.tsx';
import { ForRole } from '#routes/settings/for-role.tsx';

export function ActivityPage() {
  return (
    <ForRole action="audit:read">
      <PageTitle>Activity</PageTitle>
      <Activity />
    </ForRole>
  );
}
