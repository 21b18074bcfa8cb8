import { ForRole } from '#components/ui/for-role.tsx';
import { PageTitle } from '#components/ui/page.tsx';
import { WorkspaceGeneral } from '#features/workspaces/components/workspace-general.tsx';

export function WorkspacePage() {
  return (
    <ForRole action="workspace:update">
      <div className="grid grid-cols-1 gap-6">
        <PageTitle>Workspace</PageTitle>
        <WorkspaceGeneral />
      </div>
    </ForRole>
  );
}
