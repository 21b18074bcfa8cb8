import { PageHeader, PageTitle } from '#components/ui/page.tsx';
import { NewWorkspace } from '#features/workspaces/components/new-workspace.tsx';

export function NewWorkspacePage() {
  return (
    <div className="max-w-[40rem]">
      <PageTitle>New workspace</PageTitle>
      <PageHeader title="New workspace">
        <p className="mt-1 text-pretty text-muted">
          It has forms, members and a plan of its own. Your other workspaces stay as they are.
        </p>
      </PageHeader>
      <NewWorkspace />
    </div>
  );
}
