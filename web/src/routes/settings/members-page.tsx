import { ForRole } from '#components/ui/for-role.tsx';
import { PageTitle } from '#components/ui/page.tsx';
import { Members } from '#features/workspaces/components/members.tsx';

export function MembersPage() {
  return (
    <ForRole action="members:read">
      <div className="grid grid-cols-1 gap-6">
        <PageTitle>Members</PageTitle>
        <Members />
      </div>
    </ForRole>
  );
}
