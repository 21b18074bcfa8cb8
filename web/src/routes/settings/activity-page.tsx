import { PageTitle } from '#components/ui/page.tsx';
import { Activity } from '#features/activity/components/activity.tsx';

export function ActivityPage() {
  return (
    <>
      <PageTitle>Activity</PageTitle>
      <Activity />
    </>
  );
}
