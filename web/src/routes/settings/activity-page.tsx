import { ForRole } from '#components/ui/for-role.tsx';
import { PageTitle } from '#components/ui/page.tsx';
import { Activity } from '#features/activity/components/activity.tsx';

export function ActivityPage() {
  return (
    <ForRole action="audit:read">
      <PageTitle>Activity</PageTitle>
      <Activity />
    </ForRole>
  );
}
