import { PageTitle } from '#components/ui/page.tsx';
import { Devices } from '#features/sessions/components/devices.tsx';

export function SessionsPage() {
  return (
    <>
      <PageTitle>Sessions</PageTitle>
      <Devices />
    </>
  );
}
